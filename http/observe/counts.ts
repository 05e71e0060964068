export const signInResults = ['success', 'refused', 'cancelled', 'rejected', 'provider_unavailable'] as const
type SignInResult = (typeof signInResults)[number]

/** Numbers of rare events since the start, for the metrics. Calls are counted in call-counts.ts. */
export type Counts = {
  signIns: Record<SignInResult, number>
  idempotentReplays: number
  /** Problems by their code. */
  problems: Map<string, number>
}

export const createCounts = (): Counts => ({
  signIns: { success: 0, refused: 0, cancelled: 0, rejected: 0, provider_unavailable: 0 },
  idempotentReplays: 0,
  problems: new Map(),
})

export const countOne = (counts: Map<string, number>, name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1)
