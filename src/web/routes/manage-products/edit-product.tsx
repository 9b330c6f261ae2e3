export default function EditProduct() {
  return <h1>Edit product</h1>
}
