export type DemoReview = {
  /** Email of the customer in demo-users.ts; the review shows that customer's name. */
  customer: string
  /** Plain text; empty when the customer left only stars. */
  text: string
  rating: 1 | 2 | 3 | 4 | 5
  /** Age in days at the moment of seeding. */
  writtenDaysAgo: number
}

/** The demo store's reviews, newest first. */
export const demoReviews: readonly DemoReview[] = [
  {
    customer: 'tom.okafor@demo.test',
    rating: 5,
    writtenDaysAgo: 2,
    text: 'I run a two-bay shop and order filters by the case. The minimum is printed on the card before I click anything, the price per piece is the price per piece, and the boxes turn up with the part numbers facing out. That last bit sounds silly until you have unpacked forty of them.',
  },
  {
    customer: 'priya.nair@demo.test',
    rating: 5,
    writtenDaysAgo: 4,
    text: 'Picked my 2008 Civic in the finder and got eight parts, all of which really fit it. Pads, coil, done by lunch.',
  },
  {
    customer: 'dwayne.brooks@demo.test',
    rating: 4,
    writtenDaysAgo: 7,
    text: 'Twenty-two trucks in the fleet and the brake pads have held up well through a season of towing. One star off because I wanted an odd number of sets and the minimum said no. Fair enough, they do tell you why.',
  },
  {
    customer: 'marta.lindqvist@demo.test',
    rating: 5,
    writtenDaysAgo: 11,
    text: 'The description told me the left headlight is left from the driver’s seat. Thank you. Someone there has met customers before.',
  },
  {
    customer: 'yuki.tanaka@demo.test',
    rating: 5,
    writtenDaysAgo: 16,
    text: 'Ordered the roadster clutch kit on Monday, paid by card, and could see it marked shipped on Tuesday. The alignment tool was in the box like they said. Pedal feels stock, bite is better than stock.',
  },
  {
    customer: 'sam.whitfield@demo.test',
    rating: 4,
    writtenDaysAgo: 23,
    text: 'Hub for the Grand Cherokee went on in an hour. Driveway, floor jack, no press. The growl at 40 is gone and so is the excuse not to drive to my sister’s.',
  },
  {
    customer: 'elena.petrova@demo.test',
    rating: 5,
    writtenDaysAgo: 30,
    text: '',
  },
  {
    customer: 'rosa.delgado@demo.test',
    rating: 5,
    writtenDaysAgo: 38,
    text: 'My mechanic wrote a part number on a napkin. I typed it in, there it was, cheaper than his supplier, and it came in two days.',
  },
  {
    customer: 'customer@demo.test',
    rating: 4,
    writtenDaysAgo: 45,
    text: 'Good plugs at a fair price, packed so the gaps survive the trip. I would like a reminder when the next service is due, but the parts themselves are exactly what it says on the page: reach, hex and torque included.',
  },
  {
    customer: 'priya.nair@demo.test',
    rating: 4,
    writtenDaysAgo: 61,
    text: 'Struts arrived as a pair, already assembled, and both sides matched. Alignment shop had almost nothing to do.',
  },
  {
    customer: 'tom.okafor@demo.test',
    rating: 5,
    writtenDaysAgo: 74,
    text: 'Changed my mind about an unpaid order, deleted it, and it was simply gone. No call, no retention offer, no survey. The stock went straight back, because my neighbor across the street bought the same alternator ten minutes later and has not stopped talking about it since. Whoever decided that deleting should mean deleting: there is a cold drink waiting for you at our counter, any weekday before five.',
  },
  {
    customer: 'dwayne.brooks@demo.test',
    rating: 3,
    writtenDaysAgo: 92,
    text: 'Parts are fine. The air filter I needed was out of stock twice in a row, and the page was honest about it, but honest does not filter air.',
  },
  {
    customer: 'yuki.tanaka@demo.test',
    rating: 5,
    writtenDaysAgo: 120,
    text: 'Clear pictures, real dimensions, and a store that loads before my coffee does.',
  },
  {
    customer: 'sam.whitfield@demo.test',
    rating: 5,
    writtenDaysAgo: 151,
    text: 'Been buying here since the paper catalog. The website is the first one in thirty years that did not make me miss it.',
  },
]
