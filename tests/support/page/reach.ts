import type { Page } from 'playwright-core'

// Layout defects measured in the page: content outside of the viewport or of its box, overlapping text, touch targets that are too small.

type Box = { left: number; right: number; top: number; bottom: number; width: number; height: number }
type Look = Record<'position' | 'display' | 'overflowX' | 'overflowY' | 'webkitLineClamp' | 'lineHeight', string>
type Part = {
  tagName: string
  className: unknown
  textContent: string
  parentElement: Part | null
  childNodes: Iterable<Part & { nodeType: number }>
  scrollWidth: number
  clientWidth: number
  scrollHeight: number
  clientHeight: number
  getBoundingClientRect(): Box
  closest(selector: string): Part | null
  matches(selector: string): boolean
  checkVisibility(settings?: object): boolean
  querySelectorAll(selector: string): Iterable<Part>
}
declare const document: { body: Part; documentElement: Part; querySelector(selector: string): Part | null; createRange(): TextRange }
declare const scrollY: number
declare const getComputedStyle: (part: Part, pseudo?: string) => Look
type TextRange = { selectNodeContents(node: Part): void; getClientRects(): Iterable<Box> }

/** A short description of each defect. */
export const faultsOfReach = (page: Page): Promise<string[]> => page.evaluate(measure)

function measure(): string[] {
  const width = document.documentElement.clientWidth
  const top = document.querySelector('dialog[open]') ?? document.body // the page below a modal dialog is inert
  const faults: string[] = []
  const nameOf = (part: Part) =>
    `${part.tagName.toLowerCase()}${typeof part.className === 'string' && part.className ? `.${part.className.replaceAll(' ', '.')}` : ''} “${part.textContent.trim().slice(0, 40)}”`
  const report = (what: string, part: Part, detail = '') => faults.push(`${what}: ${nameOf(part)}${detail && ` (${detail})`}`)
  const lookOf = (part: Part) => getComputedStyle(part)
  const above = (part: Part | null, holds: (one: Part) => boolean): Part | null => {
    let one = part
    while (one !== null && !holds(one)) one = one.parentElement
    return one
  }
  const isScrolled = (part: Part) => above(part.parentElement, (one) => /auto|scroll/.test(lookOf(one).overflowX) && one !== top) !== null
  const layers = new Map<Part, Part | null>()
  const layerOf = (part: Part): Part | null => {
    if (!layers.has(part)) {
      const isOwn = /fixed|sticky/.test(lookOf(part).position)
      layers.set(part, isOwn ? part : part.parentElement && layerOf(part.parentElement))
    }
    return layers.get(part)!
  }
  const visible = [...top.querySelectorAll('*')].filter(
    (part) => part.checkVisibility({ visibilityProperty: true }) && !part.closest('svg *, .visually-hidden, .skip, option'),
  )

  if (document.documentElement.scrollWidth > width) faults.push(`the page is ${document.documentElement.scrollWidth} wide, not ${width}`)
  if (top.scrollWidth > top.clientWidth) faults.push(`${top.tagName} is ${top.scrollWidth} wide, not ${top.clientWidth}`)
  for (const part of visible) {
    const { left, right } = part.getBoundingClientRect()
    if ((left < -0.5 || right > width + 0.5) && !isScrolled(part)) report('sticks out', part, `${left} to ${right} of ${width}`)
  }

  // Truncation is intended only with line-clamp; any other hidden overflow is a defect.
  const texts: { part: Part; box: Box; layer: Part | null }[] = []
  for (const part of visible) {
    const look = lookOf(part)
    const nodes = [...part.childNodes].filter((node) => node.nodeType === 3 && node.textContent.trim() !== '')
    if (nodes.length === 0 || part.matches('textarea, title')) continue
    const block = part.tagName === 'MARK' ? part.closest('p, h2, h3')! : part // a marked word is cut with its paragraph
    const isCut = lookOf(block).webkitLineClamp !== 'none'
    if (look.display !== 'inline' && part.scrollWidth > part.clientWidth + 1) report('wider than its box', part)
    if (/hidden|clip/.test(look.overflowY) && part.scrollHeight > part.clientHeight + 1 && !isCut) report('cut off below', part)
    const container = part.closest('button, a, label, summary, .badge, .card, .toast, td, th, dialog')
    const bounds = container?.matches('dialog') ? null : container?.getBoundingClientRect()
    const layer = layerOf(part)
    const end = isCut ? block.getBoundingClientRect().bottom + 4 : Infinity
    for (const node of nodes) {
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const box of range.getClientRects()) {
        if (box.bottom > end) break
        texts.push({ part, box, layer })
        if (
          bounds &&
          (box.left < bounds.left - 1 || box.right > bounds.right + 1 || box.top < bounds.top - 4 || box.bottom > bounds.bottom + 4)
        )
          report('outside of its container', part)
      }
    }
  }
  texts.sort((a, b) => a.box.top - b.box.top)
  texts.forEach((one, index) => {
    for (let next = index + 1; next < texts.length && texts[next]!.box.top < one.box.bottom; next++) {
      const other = texts[next]!
      const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
      const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
      if (wide > 2 && high > 4 && one.layer === other.layer && one.part !== other.part)
        report('overlaps other text', one.part, nameOf(other.part))
    }
  })

  // Scrolled to the end, the content must not be covered by the bottom navigation.
  const [main, bar] = [document.querySelector('main'), document.querySelector('nav')]
  if (main && bar && lookOf(bar).position === 'fixed' && bar.getBoundingClientRect().width === width) {
    const room = document.documentElement.scrollHeight - scrollY - main.getBoundingClientRect().bottom
    if (room < bar.getBoundingClientRect().height) report('covers the end of the page', bar)
  }

  for (const part of visible.filter((one) => one.matches('a[href], button, input, select, textarea, summary'))) {
    const covers = lookOf(part).display === 'inline' && getComputedStyle(part, '::after').position === 'absolute'
    const target = covers
      ? above(part.parentElement, (one) => lookOf(one).position !== 'static')
      : part.matches('input')
        ? part.closest('label')
        : null
    const { width: wide, height: high } = (target ?? part).getBoundingClientRect()
    const isInSentence = part.matches('a') && !covers && lookOf(part).display === 'inline'
    const size = `${Math.round(wide)} × ${Math.round(high)}`
    if (isInSentence ? Math.max(high, Number.parseFloat(lookOf(part).lineHeight)) < 24 : wide < 43.5 || high < 43.5)
      report('too small', part, size)
  }
  return [...new Set(faults)]
}
