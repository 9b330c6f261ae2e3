export default function MyOrders() {
  return <h1>My orders</h1>
}
