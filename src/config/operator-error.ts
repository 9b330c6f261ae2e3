/** Why a program of the store ends that its operator can help. `message` says what happened and what to do; print it without the stack. */
export class OperatorError extends Error {
  override name = this.constructor.name
}
