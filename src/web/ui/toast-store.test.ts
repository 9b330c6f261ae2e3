import { expect, test } from 'vitest'
import { currentToasts, dismissToast, dismissErrorsAbout, toastError, toastSuccess } from './toast-store.ts'

const shown = () => currentToasts().map(({ text }) => text)
const clear = () => currentToasts().forEach(({ id }) => dismissToast(id))

test('a success dismisses the errors of the same subject, and no other', () => {
  clear()
  toastError('Brake Disc was not shipped.', { about: 'order 1' })
  toastError('Caliper was not deleted.', { about: 'order 2' })
  toastError('The file could not be made.')
  toastSuccess('Order shipped', { about: 'order 1' })
  expect(shown()).toEqual(['Caliper was not deleted.', 'The file could not be made.', 'Order shipped'])
})

test('a success without a subject dismisses no errors', () => {
  clear()
  toastError('Enter Your Email', { about: 'session' })
  toastSuccess('Order success')
  expect(shown()).toEqual(['Enter Your Email', 'Order success'])
})

test('a subject that succeeds without a toast dismisses its errors', () => {
  clear()
  toastError('Enter Your Email', { about: 'session' })
  dismissErrorsAbout('session')
  expect(shown()).toEqual([])
})

test('an undoable success keeps its Undo button when the same subject fails', () => {
  clear()
  toastSuccess('3 products deleted', { about: 'products deleted', undo: () => undefined })
  toastError('1 product was not deleted', { about: 'products deleted' })
  expect(shown()).toEqual(['3 products deleted', '1 product was not deleted'])
})
