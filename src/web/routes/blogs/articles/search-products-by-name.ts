import type { Article } from '../article.ts'

/** How to find products by name in an array. */
export const searchProductsByName: Article = {
  slug: 'search-products-by-name',
  title: 'Searching an array of products by name',
  question:
    'You have an array of products. Each product has a name, a price and a description. How will you search the products by name?',
  summary:
    '`filter` with a normalised `includes` is the right answer for a few thousand products. Use `find` when you want one, match every word in any order when people type like people, and move to an index or the database when the list outgrows the page.',
  published: '2026-10-05',
  minutes: 4,
  sections: [
    {
      heading: 'The short answer',
      blocks: [
        {
          kind: 'p',
          text: '`filter` walks the array once and returns a new one with every product that passes the test. The original stays untouched, an empty result is an empty array rather than a special case, and the code says what it does.',
        },
        {
          kind: 'code',
          language: 'ts',
          code: `type Product = { id: string; name: string; priceCents: number; about: string }

export function searchByName(products: readonly Product[], query: string): Product[] {
  const wanted = query.trim().toLowerCase()
  if (wanted === '') return [...products]
  return products.filter((product) => product.name.toLowerCase().includes(wanted))
}

searchByName(products, 'brake') // Brake Pads, Brake Rotor, Brake Caliper`,
        },
        {
          kind: 'p',
          text: 'Two decisions are hidden in there. Case is ignored, because nobody types “Brake” with a capital on a phone. And an empty search returns everything: `"anything".includes("")` is true, so it would anyway, but a decision is better than an accident.',
        },
      ],
    },
    {
      heading: 'One, some, or is there any?',
      blocks: [
        {
          kind: 'p',
          text: 'Choose the method by the question. All of these except `filter` stop at the first hit.',
        },
        {
          kind: 'code',
          language: 'ts',
          code: `products.filter((product) => product.name === name) // every match, or []
products.find((product) => product.name === name) // the first match, or undefined
products.findIndex((product) => product.name === name) // its position, or -1
products.some((product) => product.name === name) // is there one?`,
        },
        {
          kind: 'p',
          text: 'If you look up exact names again and again, stop walking. Build a `Map` once and every lookup after that takes the same short time, however long the list.',
        },
        {
          kind: 'code',
          language: 'ts',
          code: `const byName = new Map(products.map((product) => [product.name.toLowerCase(), product]))
byName.get('brake rotor')`,
        },
      ],
    },
    {
      heading: 'People do not type what you stored',
      blocks: [
        {
          kind: 'p',
          text: 'A customer looking for “Ceramic Brake Pads, Front” types “front pads”. As one piece of text that appears nowhere in the name. Split the query into words and ask for every word, in any order. While you are there, take the accents off both sides, so that “radiateur a eau” finds “Radiateur à eau”.',
        },
        {
          kind: 'code',
          language: 'ts',
          code: `/** Lower case, without accents: 'Clé À Bougie' becomes 'cle a bougie'. */
const normalise = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\\p{Diacritic}/gu, '')
    .toLowerCase()

export function searchByWords(products: readonly Product[], query: string): Product[] {
  const words = normalise(query).split(/\\s+/).filter(Boolean)
  return products.filter((product) => {
    const name = normalise(product.name)
    return words.every((word) => name.includes(word))
  })
}`,
        },
        {
          kind: 'p',
          text: 'Should the description count as well? Let it, but as second best. A customer who types “rotor” wants rotors, and the pads whose description advises replacing the rotor are noise. Search the names first; if that finds nothing, search the descriptions and say that you did. The same goes for the part number printed on the old part: strip its spaces and hyphens from both sides, compare what is left, and people reading it off a greasy box will find it.',
        },
        {
          kind: 'p',
          text: 'Resist building a regular expression from what was typed. The first customer who searches for “5W-30 (4 L)” closes a bracket you did not open, and a crafted pattern can keep the processor busy for minutes. `includes` takes text as text. If you need a pattern all the same, `RegExp.escape` is made for it.',
        },
      ],
    },
    {
      heading: 'Best first',
      blocks: [
        {
          kind: 'p',
          text: 'Filtering decides what is in; sorting decides what is seen. A name that begins with the search deserves to stand above one that merely contains it. `toSorted` returns a new array, which keeps you from rearranging somebody else’s, and `Intl.Collator` puts names in the order a person expects, numbers included.',
        },
        {
          kind: 'code',
          language: 'ts',
          code: `const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

export function rank(matches: readonly Product[], query: string): Product[] {
  const wanted = normalise(query.trim())
  const score = (product: Product) => {
    const name = normalise(product.name)
    if (name === wanted) return 0
    return name.startsWith(wanted) ? 1 : 2
  }
  return matches.toSorted((a, b) => score(a) - score(b) || collator.compare(a.name, b.name))
}`,
        },
      ],
    },
    {
      heading: 'In a React page',
      blocks: [
        {
          kind: 'p',
          text: 'Keep the query in state and calculate the result; never keep the result in state as well, or the two will part company. `useDeferredValue` lets the letters appear at once while a long list follows.',
        },
        {
          kind: 'code',
          language: 'ts',
          code: `function PartSearch({ products }: { products: readonly Product[] }) {
  const [query, setQuery] = useState('')
  const deferred = useDeferredValue(query)
  const matches = useMemo(() => searchByWords(products, deferred), [products, deferred])

  return (
    <search>
      <label>
        Part name <input type="search" value={query} onChange={(event) => setQuery(event.target.value)} />
      </label>
      <p role="status">{matches.length} parts found</p>
      <ul>{matches.map((product) => <li key={product.id}>{product.name}</li>)}</ul>
    </search>
  )
}`,
        },
      ],
    },
    {
      heading: 'When the array is too long',
      blocks: [
        {
          kind: 'p',
          text: '`filter` looks at every product: the work grows in step with the list. For a thousand names that is well under a frame, and any cleverness is wasted. At ten thousand, normalise the names once instead of at every keystroke. At a hundred thousand the list should not be in the browser at all. Search in the database, where an index does the walking: in PostgreSQL, `pg_trgm` with a GIN index answers “contains” and forgives spelling, and full-text search understands that “pads” and “pad” are one word. Wait for a pause in the typing, cancel the request the next letter makes pointless, and show the words in the URL so the result can be shared.',
        },
      ],
    },
  ],
}
