import type { Article } from '../article.ts'

/** How objects inherit from objects in JavaScript. */
export const prototypalInheritance: Article = {
  slug: 'prototypal-inheritance',
  title: 'Prototypal inheritance: ask the next object along',
  question: 'How does prototypal inheritance work in JavaScript?',
  summary:
    'Every object has a link to another object, its prototype. A property that is not found on the object is looked up on the prototype, then on the prototype’s prototype, until the chain ends at `null`. `class` is a tidy way of writing exactly that.',
  published: '2026-06-22',
  minutes: 5,
  sections: [
    {
      heading: 'One link, one rule',
      blocks: [
        {
          kind: 'p',
          text: 'In many languages a class is a blueprint and an object is the house built from it. JavaScript has no blueprints at the bottom of it. It has objects, and every object carries a hidden link to another object or to `null`. That link is its prototype, and there is one rule for it: when you read a property the object does not have, ask the next object along.',
        },
        {
          kind: 'code',
          language: 'ts',
          code: `const part = {
  currency: 'USD',
  label() {
    return this.name + ' (' + this.currency + ')'
  },
}

const rotor = Object.create(part)
rotor.name = 'Brake rotor'

rotor.label() // 'Brake rotor (USD)'
Object.hasOwn(rotor, 'name') // true: its own
Object.hasOwn(rotor, 'label') // false: found on part
Object.getPrototypeOf(rotor) === part // true`,
        },
        {
          kind: 'p',
          text: 'Follow the call. `rotor` has no `label`, so the engine asks `part`, which has. But `this` is still `rotor`, the object left of the dot, so `this.name` finds the rotor’s name, and `this.currency` travels along the link again. Methods are shared; `this` is whoever was asked first.',
        },
      ],
    },
    {
      heading: 'Reading travels, writing stays',
      blocks: [
        {
          kind: 'p',
          text: 'Only reading walks the chain. Assigning creates or changes a property on the object itself and leaves the prototype alone, unless the chain holds a setter or a read-only property of that name. The new property then stands in front of the inherited one; this is called shadowing.',
        },
        {
          kind: 'code',
          language: 'ts',
          code: `rotor.currency = 'EUR' // rotor's own, from now on
part.currency // still 'USD'

delete rotor.currency
rotor.currency // 'USD' again, from the prototype`,
        },
        {
          kind: 'p',
          text: 'One trap hides here. Assigning shadows, but changing something in place does not. If the prototype holds an array, `rotor.tags.push("new")` reads the shared array and changes it for everybody. Keep data on the objects and behaviour on the prototypes, and the trap stays shut.',
        },
      ],
    },
    {
      heading: 'Where constructors come in',
      blocks: [
        {
          kind: 'p',
          text: 'Making objects one by one with `Object.create` gets tedious, so JavaScript has `new`. Calling a function with `new` does four things: it makes an empty object, links it to the function’s `prototype` property, runs the function with `this` set to that object, and returns it unless the function returns an object of its own.',
        },
        {
          kind: 'code',
          language: 'ts',
          code: `function Part(name, priceCents) {
  this.name = name
  this.priceCents = priceCents
}

Part.prototype.total = function (quantity) {
  return this.priceCents * quantity
}

const plug = new Part('Spark plug', 980)
plug.total(4) // 3920
Object.getPrototypeOf(plug) === Part.prototype // true`,
        },
        {
          kind: 'p',
          text: 'The names are unfortunate. `Part.prototype` is not the prototype of `Part`; it is the object that will become the prototype of everything `new Part` makes. The prototype of the function `Part` is `Function.prototype`, which is where `call`, `apply` and `bind` live.',
        },
      ],
    },
    {
      heading: 'class is the same engine in a better body',
      blocks: [
        {
          kind: 'code',
          language: 'ts',
          code: `class Part {
  #priceCents

  constructor(name, priceCents) {
    this.name = name
    this.#priceCents = priceCents
  }

  total(quantity) {
    return this.#priceCents * quantity
  }
}

class CasePart extends Part {
  constructor(name, priceCents, perCase) {
    super(name, priceCents)
    this.perCase = perCase
  }

  total(cases) {
    return super.total(cases * this.perCase)
  }
}

const filters = new CasePart('Oil filter', 545, 12)
filters.total(2) // 13080
// filters -> CasePart.prototype -> Part.prototype -> Object.prototype -> null`,
        },
        {
          kind: 'p',
          text: '`total` lives once, on the prototype; `extends` links `CasePart.prototype` to `Part.prototype` (and `CasePart` to `Part`, so static methods are inherited as well); `super.total` starts the search one step further along. What classes add beyond neatness is worth having: they cannot be called without `new`, their methods do not show up in `for…in`, and `#private` fields are kept out of reach of everybody else, prototypes included.',
        },
        {
          kind: 'p',
          text: '`instanceof` now explains itself: `filters instanceof Part` asks whether `Part.prototype` is anywhere on the chain of `filters`. It does not ask who built it. That is why an array from another frame is not `instanceof Array` here, and why `Array.isArray` exists.',
        },
      ],
    },
    {
      heading: 'What to remember on Monday',
      blocks: [
        {
          kind: 'list',
          items: [
            'Read with `Object.getPrototypeOf`; leave `__proto__` to old code. Changing the prototype of a living object with `Object.setPrototypeOf` works and makes engines throw away their optimisations.',
            'Use `Object.hasOwn(object, key)` when “inherited” must not count. For a dictionary with keys from outside, use a `Map`, or `Object.create(null)`, which has no chain and so no surprise called `constructor`.',
            'Never copy keys from untrusted JSON into objects blindly: a key named `__proto__` is how prototype pollution starts.',
            'Do not add methods to `Array.prototype`. The web’s `flat` is not called `flatten` because somebody once did.',
            'Prefer composition for sharing abilities. A chain is a fine way to say “is a kind of”, and a poor one to say “can also”.',
          ],
        },
        {
          kind: 'p',
          text: 'Objects, links, and a rule for reading. The rest of the subject is spelling.',
        },
      ],
    },
  ],
}
