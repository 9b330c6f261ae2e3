import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MakeOptions } from './make-options.tsx'

const groupsOf = (makes: readonly string[]) => {
  const html = renderToStaticMarkup(<MakeOptions of={makes} />)
  return [...html.matchAll(/<optgroup label="([^"]*)">(.*?)<\/optgroup>/g)].map(([, label, options = '']) => [
    label,
    [...options.matchAll(/<option>(.*?)<\/option>/g)].map(([, make]) => make),
  ])
}

test('a select of makes has the most common ones first, then all in one alphabet', () => {
  expect(groupsOf(['Honda', 'Toyota', 'Audi', 'smart', 'SRT', 'Volvo'])).toEqual([
    ['Most common', ['Honda', 'Toyota']],
    ['All makes', ['Audi', 'Honda', 'smart', 'SRT', 'Toyota', 'Volvo']],
  ])
})

test('a store with only common makes, or with none, lists them once', () => {
  expect(groupsOf(['Honda', 'Toyota'])).toEqual([])
  expect(renderToStaticMarkup(<MakeOptions of={['Volvo']} />)).toBe('<option>Volvo</option>')
})
