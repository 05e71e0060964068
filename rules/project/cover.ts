import { disc, fill, motifs, type Palette, type Random, veil } from './cover-motifs.ts'

// The generated cover of a project without a picture: an SVG of at most 1 KB, 16:9, drawn from the slug and the names of the tags. The same
// input gives the same picture for ever: changing anything here changes the covers people know. Input never becomes part of the SVG.

export const palettes: readonly Palette[] = [
  '0f7a72 217393 f2efe2 ffba6c 0b4650', // teal
  '3f65cb 635fc1 eef1ff 8fe3d0 25357e', // cobalt
  'b04f33 ac4c5f fff0e2 ffc977 6e2738', // terracotta
  '8355b4 a34a92 f8ecff ffb48f 4c2b78', // violet
  '4a7a3a 2f7a5c f4f4dd ffd75e 24502f', // green
  'b24661 94529a fff0f0 a3dcf5 68264a', // rose
  '2f72a8 2a7a86 eaf6fb ffd166 1c4468', // blue
  '8a6420 a1572f fff5de a8e6c9 5a3517', // ochre
  '556a9b 7360a0 f0f1fa ffb3c1 333f69', // slate
  '2d7a6a 567632 f3f6e6 ffb98a 1a4a45', // sea
  '655ec2 3f6fb0 f1efff ffe07a 2e2a72', // indigo
  '66706f 566f7a f4f1ea ffb99a 2f3b3f', // grey
].map((colours) => colours.split(' ').map((colour) => `#${colour}`) as unknown as Palette)

// FNV-1a, 32 bits.
function hashOf(text: string, seed = 0): number {
  let hash = 2166136261 ^ seed
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 16777619)
  return (hash ^ (hash >>> 15)) >>> 0
}

// Mulberry32: whole numbers from `least` up to and including `most`.
function randomOf(seed: number): Random {
  let state = seed
  return (most, least = 0) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return least + Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * (most - least + 1))
  }
}

const SALT = 555590 // gives each of the usual topics a motif of its own

/** The motif of a tag. */
export const motifOf = (tag: string): number => hashOf(tag.trim().toLowerCase(), SALT) % motifs.length

export function coverOf(slug: string, tags: readonly string[]): string {
  const seed = hashOf(slug)
  const random = randomOf(seed)
  const names = tags.toSorted()
  const motif = motifs[names.length > 0 ? motifOf(names[random(names.length - 1)]!) : random(motifs.length - 1)]!
  const palette = palettes[random(palettes.length - 1)]!
  const id = `c${seed.toString(36)}`
  const drawn = motif(random, palette)
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 180" fill="none" stroke-linecap="round" stroke-linejoin="round">' +
    `<linearGradient id="${id}" x2="1" y2="1"><stop stop-color="${palette[0]}"/><stop offset="1" stop-color="${palette[1]}"/></linearGradient>` +
    `${fill(`url(#${id})`, 'M0 0h320v180H0z')}${disc(random(300, 20), random(40), random(130, 90), '#fff', veil('07'))}` +
    `${seed & 1 ? `<g transform="matrix(-1 0 0 1 320 0)">${drawn}</g>` : drawn}</svg>`
  )
}
