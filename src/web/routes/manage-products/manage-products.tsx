export default function ManageProducts() {
  return <h1>Manage products</h1>
}
