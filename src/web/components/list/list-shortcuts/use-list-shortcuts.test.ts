import { expect, test } from 'vitest'
import { shortcutOf } from './use-list-shortcuts.ts'

const press = (key: string, modifier = {}) => ({
  key,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  defaultPrevented: false,
  ...modifier,
})

test('A key is a shortcut only outside of inputs and without Ctrl, Alt or Meta', () => {
  expect(shortcutOf(press('j'), false)).toBe('next')
  expect(shortcutOf(press('?'), false)).toBe('help')
  expect(shortcutOf(press('j'), true)).toBeNull()
  for (const modifier of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }, { defaultPrevented: true }])
    expect(shortcutOf(press('k', modifier), false)).toBeNull()
  expect(shortcutOf(press('Enter'), false)).toBeNull()
})
