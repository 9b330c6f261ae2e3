/**
 * An error that ends a program of the store and that the operator can fix. `message` states what happened and
 * what to do; print it without the stack.
 */
export class OperatorError extends Error {
  override name = this.constructor.name
}
