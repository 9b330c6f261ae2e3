export default function MakeAdmin() {
  return <h1>Make admin</h1>
}
