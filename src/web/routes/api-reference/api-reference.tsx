export default function ApiReference() {
  return <h1>Api reference</h1>
}
