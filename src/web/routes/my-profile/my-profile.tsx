export default function MyProfile() {
  return <h1>My profile</h1>
}
