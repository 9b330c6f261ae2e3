/** What people say to a counter around the part that they want. */
const SHOP_PHRASES = [
  'i need',
  'i want',
  'i am looking for',
  'im looking for',
  'looking for',
  'do you have',
  'do you sell',
  'do you carry',
  'where can i buy',
  'where can i get',
  'can i get',
  'how much is',
  'how much are',
  'how much for',
  'how much',
  'set of',
  'pair of',
  'box of',
  'kind of',
  'some kind of',
  'thing that holds',
  'part that holds',
  'the thing that',
  'the part that',
  'thing that',
  'part that',
  'for my car',
  'for my truck',
  'for my vehicle',
  'for a car',
  'for car',
  'for the car',
  'in my car',
  'on my car',
  'my car',
  'my truck',
  'my vehicle',
  'in stock',
  'near me',
  'free shipping',
  'for sale',
  'on sale',
  'brand new',
  'part number',
  'for cheap',
  'auto parts',
  'car parts',
  'goes bad',
  'shop for',
  'hi there',
].map((phrase) => phrase.split(' '))

const SHOP_WORDS = new Set(
  `new price prices pricing cost costs please pls plz thanks thank thx need needs needed want wanted wanna buy buying order cheap
  cheapest affordable discount deal deals best good great quality top replacement replacements replace replacing part parts spare spares
  online store hello hi hey looking find get getting some any thing things stuff holds my me i im our quick asap urgent show shipping
  delivery available purchase`.split(/\s+/),
)

/**
 * The words of a search without those that only surround the part: "i need new brake pads for my car please"
 * asks for brake pads. Parts may have such words in their descriptions, where they would count. All words
 * stay if nothing else is left.
 */
export function withoutShopWords(words: readonly string[]): readonly string[] {
  const isSpoken = new Set<number>()
  for (const at of words.keys())
    for (const phrase of SHOP_PHRASES)
      if (phrase.every((word, next) => words[at + next] === word))
        for (const next of phrase.keys()) isSpoken.add(at + next)
  const left = words.filter((word, at) => !isSpoken.has(at) && !SHOP_WORDS.has(word))
  return left.length > 0 ? left : words
}
