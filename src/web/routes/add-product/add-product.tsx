export default function AddProduct() {
  return <h1>Add product</h1>
}
