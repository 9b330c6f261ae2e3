export default function ManageAllOrders() {
  return <h1>Manage all orders</h1>
}
