import { h, type VNode } from 'preact'
import { thumbHashToRGBA } from 'thumbhash'
import { coverOf } from '#rules/project/cover.ts'

// Drawing of covers, in a chunk of its own: the first screen is readable without it.

let made = 0

/**
 * The generated cover as elements of the page. Not as an image: the browser makes a document of its own for every SVG image, which takes
 * longer the more of them there are.
 */
export function generatedCover(slug: string, tags: readonly string[]): VNode {
  // The same cover can be on the page twice, and references only work to an element that is shown.
  const text = coverOf(slug, tags).replaceAll(/(?<=id="|url\(#)\w+/g, `$&-${++made}`)
  const open: Element[] = []
  for (const [, isEnd, name, attributes, isEmpty] of text.matchAll(/<(\/?)(\w+)([^>]*?)(\/?)>/g)) {
    if (!isEnd) open.push({ name: name!, attributes: attributesOf(attributes!), children: [] })
    if (!isEnd && !isEmpty) continue
    const made = open.pop()!
    const parent = open.at(-1)
    if (parent === undefined) return elementOf({ ...made, attributes: { ...made.attributes, ...root } })
    parent.children.push(elementOf(made))
  }
  throw new Error('a cover ends with its root')
}

type Element = { name: string; attributes: Record<string, string>; children: VNode[] }
const root = { 'aria-hidden': 'true', focusable: 'false', preserveAspectRatio: 'xMidYMid slice' }
const elementOf = ({ name, attributes, children }: Element): VNode => h(name, attributes as object, children) as VNode

const attributesOf = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]))

/** A blurred preview of a picture, as a background. */
export function blurOf(thumbHash: string): string {
  const { w: width, h: height, rgba } = thumbHashToRGBA(Uint8Array.from(atob(thumbHash), (char) => char.charCodeAt(0)))
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  canvas.getContext('2d')!.putImageData(new ImageData(new Uint8ClampedArray(rgba), width, height), 0, 0)
  return `url(${canvas.toDataURL()})`
}
