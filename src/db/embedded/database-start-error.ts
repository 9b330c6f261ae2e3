import { OperatorError } from '#config/operator-error.ts'

/** The embedded database could not be started, found or stopped. */
export class DatabaseStartError extends OperatorError {}
