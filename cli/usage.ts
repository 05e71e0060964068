export class UsageError extends Error {}

export type Command = {
  usage: string
  options?: Record<string, { type: 'string' | 'boolean' }>
  run(positionals: string[], values: Record<string, unknown>): Promise<number>
}
