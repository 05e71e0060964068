/** An error of the connection, not of a statement. */
export class ConnectionError extends Error {
  readonly code: string
  constructor(code: string, message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}

const unanswered = new WeakSet<Error>()

export function noteUnanswered(error: Error): Error {
  unanswered.add(error)
  return error
}

/** The statement was sent and its answer was lost, or it is committed without the standby: the server may have executed it. */
export const isUnanswered = (error: unknown): boolean => unanswered.has(error as Error)

export function withCode(error: Error): Error {
  return (error as { code?: string }).code === undefined ? new ConnectionError('CONNECTION_CLOSED', error.message, error) : error
}
