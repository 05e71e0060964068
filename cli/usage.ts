export class UsageError extends Error {}

export type Command = {
  summary: string
  usage: string
  options?: Record<string, { type: 'string' | 'boolean' }>
  run(positionals: string[], values: Record<string, unknown>): Promise<number>
}
