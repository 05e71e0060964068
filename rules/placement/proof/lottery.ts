import type { LockReason } from '#contract/round.ts'
import { byCodeUnits, type Choices } from '#rules/placement/instance.ts'

// Seed, digest, pseudonyms and lottery numbers, as docs/decisions/0022-placement.md and the bundle define them.

type Bytes = Uint8Array<ArrayBuffer>

/** SHA-256 is passed in where Web Cryptography is not available: pages without HTTPS do not have it. */
export type Hashes = {
  sha256(bytes: Bytes): Promise<Bytes>
  /** Returns HMAC-SHA-256 with this key. */
  hmac(key: Bytes): Promise<(message: Bytes) => Promise<Bytes>>
}

/** Of Node and of browsers. */
export const webHashes: Hashes = {
  sha256: async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)),
  async hmac(key) {
    const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
    return async (message) => new Uint8Array(await crypto.subtle.sign('HMAC', imported, message))
  },
}

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** RFC 8785: keys sorted by UTF-16 code units, no white space, numbers and texts as ECMAScript writes them. */
export function canonicalJson(value: Json): string {
  if (typeof value === 'string' && !value.isWellFormed()) throw new TypeError('a text is not well-formed Unicode')
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError('a number is not finite')
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`
  const keys = Object.keys(value).toSorted(byCodeUnits)
  return `{${keys.map((key) => `${canonicalJson(key)}:${canonicalJson(value[key]!)}`).join(',')}}`
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value)

/** The canonical list: sorted by team, projects in the order of the team. */
export const sortedChoices = (choices: readonly Choices[]): Choices[] =>
  choices.map(({ team, projects }) => ({ team, projects: [...projects] })).toSorted((a, b) => byCodeUnits(a.team, b.team))

const utf8 = (text: string): Bytes => new TextEncoder().encode(text)

export const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

export function fromHex(hex: string): Bytes {
  if (!/^(?:[0-9a-f]{2})*$/.test(hex)) throw new TypeError('not hex digits')
  return Uint8Array.from({ length: hex.length / 2 }, (_, index) => Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16))
}

export const seedHashOf = async (seed: string, hashes: Hashes = webHashes): Promise<string> => toHex(await hashes.sha256(fromHex(seed)))

/** In hex digits, as in the bundle. */
export const choicesDigestOf = async (choices: readonly Choices[], hashes: Hashes = webHashes): Promise<string> =>
  toHex(await hashes.sha256(utf8(canonicalJson(sortedChoices(choices)))))

type Draw = { seed: string; choicesDigest: string; teams: readonly string[] }

/** The lottery number of each team as 64 hex digits, which sort like the bytes; the smaller number is the better one. */
export async function lotteryNumbers({ seed, choicesDigest, teams }: Draw, hashes: Hashes = webHashes): Promise<Map<string, string>> {
  const hmac = await hashes.hmac(fromHex(seed))
  const digest = fromHex(choicesDigest)
  const numberOf = async (team: string) => toHex(await hmac(Uint8Array.from([...digest, ...utf8(team)])))
  return new Map(await Promise.all(teams.map(async (team) => [team, await numberOf(team)] as const)))
}

const PSEUDONYM_BYTES = 10
const BASE_32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567' // RFC 4648

/** 16 characters. `roundKey`: a secret of the round, so that nobody can compute the pseudonym of another team from its id. */
export async function pseudonymOf(roundKey: Bytes, team: string, hashes: Hashes = webHashes): Promise<string> {
  const hmac = await hashes.hmac(roundKey)
  return base32((await hmac(utf8(team))).subarray(0, PSEUDONYM_BYTES))
}

const REASON_HASH = 'hmac-sha256:'

/** In hex digits. The team and curators get it, and nobody else: without it a short reason could be guessed from its hash. */
export async function reasonKeyOf(roundKey: Bytes, team: string, hashes: Hashes = webHashes): Promise<string> {
  const hmac = await hashes.hmac(roundKey)
  return toHex(await hmac(utf8(`reason of ${team}`)))
}

/** What a bundle has in place of the reason of a lock. */
export async function reasonHashOf(key: string, reason: string, hashes: Hashes = webHashes): Promise<string> {
  const hmac = await hashes.hmac(fromHex(key))
  return REASON_HASH + toHex(await hmac(utf8(reason)))
}

/** Published results only: before them nothing is in a bundle. */
export async function lockReasonOf(roundKey: Bytes, team: string, reason: string): Promise<LockReason> {
  const key = await reasonKeyOf(roundKey, team)
  return { reason, key, hash: await reasonHashOf(key, reason) }
}

/** Bundles of the first versions of the directory have the text itself. */
export const isReasonHash = (text: string): boolean => text.startsWith(REASON_HASH)

/** Of a whole number of groups of five bytes: no padding. */
function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return bits.replace(/.{5}/g, (group) => BASE_32[Number.parseInt(group, 2)]!)
}
