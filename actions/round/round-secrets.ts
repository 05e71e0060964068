// Seed and pseudonym key of a round, encrypted in the database. Implemented in run/rounds/secrets.ts, which has the master key.

export type RoundSecrets = {
  /** Draws both for a round that is announced. */
  draw(round: number): { seedHash: string; seedSealed: Buffer; keySealed: Buffer }
  /** As hex digits; null when the master key has changed. */
  openSeed(round: number, sealed: Uint8Array): string | null
  openKey(round: number, sealed: Uint8Array): Uint8Array<ArrayBuffer> | null
}
