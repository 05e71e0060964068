import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

const MOST = 40 // cards: measuring more would cost a frame
const calm = matchMedia('(prefers-reduced-motion: reduce)')
const timing = { duration: 220, easing: 'ease-out' }

type Places = Map<string, [x: number, y: number]>
const cardsOf = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLElement>('[data-slug]') ?? [])].slice(0, MOST)
const placesOf = (list: HTMLElement | null): Places =>
  new Map(cardsOf(list).map((card) => [card.dataset.slug!, [card.offsetLeft, card.offsetTop]]))

/** When other results replace the list, cards that stay move to their new place, and new ones fade in. `results` identifies them. */
export function useMoves(list: RefObject<HTMLElement>, results: string): void {
  const last = useRef(results)
  const before = useRef<Places>(new Map())
  if (last.current !== results) before.current = calm.matches ? new Map() : placesOf(list.current) // still the previous results
  last.current = results
  useLayoutEffect(() => {
    if (before.current.size === 0) return
    const places = placesOf(list.current)
    for (const card of cardsOf(list.current)) {
      const [was, is] = [before.current.get(card.dataset.slug!), places.get(card.dataset.slug!)!]
      if (was === undefined) card.animate({ opacity: [0, 1] }, timing)
      else if (was[0] !== is[0] || was[1] !== is[1])
        card.animate({ transform: [`translate(${was[0] - is[0]}px, ${was[1] - is[1]}px)`, 'none'] }, timing)
    }
    before.current = new Map()
  }, [results])
}
