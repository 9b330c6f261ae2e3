export default function ArticlePage() {
  return <h1>Article page</h1>
}
