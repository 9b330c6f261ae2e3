export default function PurchaseProduct() {
  return <h1>Purchase product</h1>
}
