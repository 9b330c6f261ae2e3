export default function AddReview() {
  return <h1>Add review</h1>
}
