export default function MyPortfolio() {
  return <h1>My portfolio</h1>
}
