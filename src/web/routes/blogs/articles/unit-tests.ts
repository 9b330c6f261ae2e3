import type { Article } from '../article.ts'

/** Why to write unit tests, and how. */
export const unitTests: Article = {
  slug: 'unit-tests',
  title: 'Unit tests: why we write them, and how to like them',
  question: 'What is a unit test, and why should we write unit tests?',
  summary:
    'A unit test runs a small piece of code with known input and checks what comes out. Its value is not the bug it finds today but the change it lets you make next year. Test behaviour rather than construction, and let the names read like the specification.',
  published: '2026-07-13',
  minutes: 4,
  sections: [
    {
      heading: 'A torque wrench for code',
      blocks: [
        {
          kind: 'p',
          text: 'You can tighten a wheel bolt by feel, and most days you will be right. The torque wrench is for the other days, and for the colleague who does the job after you. A unit test is that click: a few lines that run one piece of code alone, with known input, and say whether the answer is right. It takes a millisecond, so you can run a thousand of them every time you save.',
        },
        {
          kind: 'p',
          text: 'Take a rule from a shop: an order must reach the minimum and must not exceed the stock. As a pure function it needs no browser, no server and no database.',
        },
        {
          kind: 'code',
          language: 'ts',
          code: `type Product = { minOrder: number; available: number }
type Refusal = 'below_minimum' | 'above_stock'

export function checkQuantity(quantity: number, product: Product): Refusal | null {
  if (quantity < product.minOrder) return 'below_minimum'
  if (quantity > product.available) return 'above_stock'
  return null
}`,
        },
        {
          kind: 'code',
          language: 'ts',
          code: `import { describe, expect, test } from 'vitest'
import { checkQuantity } from './check-quantity.ts'

describe('the quantity of an order', () => {
  const filters = { minOrder: 12, available: 40 }

  test.each([
    { quantity: 11, expected: 'below_minimum' },
    { quantity: 12, expected: null },
    { quantity: 40, expected: null },
    { quantity: 41, expected: 'above_stock' },
  ])('$quantity of 12 to 40 pieces: $expected', ({ quantity, expected }) => {
    expect(checkQuantity(quantity, filters)).toBe(expected)
  })

  test('is refused for the minimum first when the stock has fallen below it', () => {
    expect(checkQuantity(5, { minOrder: 12, available: 3 })).toBe('below_minimum')
  })
})`,
        },
        {
          kind: 'p',
          text: 'Look at the numbers. Mistakes live on boundaries, so the test stands on both sides of each one. And the last test records a decision that nobody would think to write down elsewhere.',
        },
      ],
    },
    {
      heading: 'Why bother',
      blocks: [
        {
          kind: 'list',
          items: [
            'Courage. You can rename, split and speed up code you did not write, because something will shout when you break it.',
            'Location. When a whole-app test fails, you know that something is wrong. When a unit test fails, you know what.',
            'Design. Code that is hard to test usually does two jobs. A rule tangled up with fetching and rendering must be pulled out before it can be tested, and is better for it.',
            'Memory. A good test says what the code promises, in a form that cannot go out of date without turning red.',
          ],
        },
        {
          kind: 'p',
          text: 'What unit tests cannot do is prove that the parts fit together. Two correct halves of a clutch can still have different spline counts. You need a layer above them that speaks to the real database through the real door, and a handful of journeys in a real browser. Use each kind for the question it answers best.',
        },
      ],
    },
    {
      heading: 'What makes a good one',
      blocks: [
        {
          kind: 'p',
          text: 'Arrange, act, assert: set the scene, do one thing, check the result. Name it as a sentence somebody from the business would agree or disagree with. If the name needs “and”, it may be two tests.',
        },
        {
          kind: 'p',
          text: 'Check behaviour, not construction. A test that asserts “the private method was called twice” fails when you improve the code and passes when the answer is wrong, which is the wrong way round both times. The same holds for components: find things the way a person does, by role and name, and look at what is on the screen.',
        },
        {
          kind: 'code',
          language: 'ts',
          code: `test('tells the customer about the minimum and keeps the button shut', async () => {
  const user = userEvent.setup()
  render(<OrderForm product={{ name: 'Oil filter', minOrder: 12, available: 40 }} />)

  const quantity = screen.getByRole('spinbutton', { name: 'Quantity' })
  await user.clear(quantity)
  await user.type(quantity, '5')

  expect(screen.getByRole('alert')).toHaveTextContent('minimum order')
  expect(screen.getByRole('button', { name: 'Order Now' })).toBeDisabled()
})`,
        },
      ],
    },
    {
      heading: 'Time, chance and the outside world',
      blocks: [
        {
          kind: 'p',
          text: 'A test that depends on the clock, the network or a random number will fail on a Friday evening. Pass such things in. A function that takes `now` as an argument needs no fake timers; a use case that receives its mailer can be given one that collects letters in an array. Replace what you do not own, at the edge, and use the real thing for everything you do own: a mock of your own code only proves that you agree with yourself.',
        },
        {
          kind: 'code',
          language: 'ts',
          code: `const holdMs = 24 * 60 * 60 * 1000

export const holdHasLapsed = (placedAt: Date, now: Date) => now.getTime() - placedAt.getTime() >= holdMs

test('a hold lapses after a day, to the millisecond', () => {
  const placed = new Date('2026-03-01T09:00:00Z')
  expect(holdHasLapsed(placed, new Date('2026-03-02T08:59:59.999Z'))).toBe(false)
  expect(holdHasLapsed(placed, new Date('2026-03-02T09:00:00Z'))).toBe(true)
})`,
        },
        {
          kind: 'p',
          text: 'Two habits to finish with. See every test fail once: break the code on purpose and watch it turn red, because a test that cannot fail is decoration. And when a bug arrives, write the test that would have caught it before you fix it. Coverage tells you which lines have never been run; it cannot tell you that the others were checked. Aim for trust, and read the percentage as a fuel gauge, not as the destination.',
        },
      ],
    },
  ],
}
