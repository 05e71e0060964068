import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { IconButton } from '#ui/button.tsx'
import { r } from './texts.ts'

// A list that is put into order by dragging a handle, by arrow keys on it, or by buttons.

export type Item = { id: number; name: string; content: ComponentChildren }
type Props = { items: Item[]; label: string; isFixed: boolean; onMove(from: number, to: number): void }
type Drag = { from: number; to: number; shift: number; tops: number[]; heights: number[] }

const moved = <T,>(items: T[], from: number, to: number): T[] => items.toSpliced(from, 1).toSpliced(to, 0, items[from]!)

export { moved }

/** How far an item moves aside while another one is dragged over it. */
function asideOf({ from, to, heights }: Drag, index: number, gap: number): number {
  const size = heights[from]! + gap
  if (from < index && index <= to) return -size
  return to <= index && index < from ? size : 0
}

/** The position that the dragged item would get: it has passed the middle of the others. */
function targetOf({ from, shift, tops, heights }: Drag): number {
  const [top, bottom] = [tops[from]! + shift, tops[from]! + shift + heights[from]!]
  let to = from
  for (const [index, start] of tops.entries()) {
    const middle = start + heights[index]! / 2
    if (index < from && top < middle) return index
    if (index > from && bottom > middle) to = index
  }
  return to
}

const GAP = 8

export function Sortable({ items, label, isFixed, onMove }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const [drag, setDrag] = useState<Drag | null>(null)
  const [told, setTold] = useState('')
  const focus = useRef<{ id: number; part: string } | null>(null)
  // After a move the focus stays on the same control of the same item.
  useLayoutEffect(() => {
    if (focus.current === null) return
    const { id, part } = focus.current
    focus.current = null
    const row = list.current?.querySelector(`[data-item="${id}"]`)
    const control = row?.querySelector<HTMLButtonElement>(`[data-part="${part}"]:not(:disabled)`)
    ;(control ?? row?.querySelector<HTMLButtonElement>('[data-part=handle]'))?.focus()
  }, [items])

  const move = (from: number, to: number, part: string | null) => {
    if (to < 0 || to >= items.length || to === from) return
    const { id, name } = items[from]!
    if (part !== null) focus.current = { id, part }
    setTold(r('choices.moved', { project: name, rank: to + 1, count: items.length }))
    onMove(from, to)
  }
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const step = { ArrowUp: -1, ArrowDown: 1, Home: -index, End: items.length - 1 - index }[event.key]
    if (step === undefined) return
    event.preventDefault()
    move(index, index + step, 'handle')
  }
  const start = (event: PointerEvent, index: number) => {
    if (event.button !== 0) return
    const rows = [...list.current!.children] as HTMLElement[]
    const [tops, heights] = [rows.map((row) => row.offsetTop), rows.map((row) => row.offsetHeight)]
    const handle = event.currentTarget as HTMLElement
    handle.setPointerCapture(event.pointerId)
    const from = event.clientY + scrollY
    let now: Drag = { from: index, to: index, shift: 0, tops, heights }
    setDrag(now)
    const follow = ({ clientY }: PointerEvent) => {
      // Not beyond the ends of the list.
      const [least, most] = [tops[0]! - tops[index]!, tops.at(-1)! + heights.at(-1)! - tops[index]! - heights[index]!]
      const shift = Math.max(least, Math.min(most, clientY + scrollY - from))
      now = { ...now, shift }
      now.to = targetOf(now)
      setDrag(now)
      const edge = 80
      if (clientY < edge) scrollBy({ top: -12 })
      else if (clientY > innerHeight - edge) scrollBy({ top: 12 })
    }
    const end = (isDropped: boolean) => () => {
      handle.removeEventListener('pointermove', follow)
      handle.removeEventListener('pointerup', drop)
      handle.removeEventListener('pointercancel', cancel)
      setDrag(null)
      if (isDropped) move(index, now.to, null)
    }
    const [drop, cancel] = [end(true), end(false)]
    handle.addEventListener('pointermove', follow)
    handle.addEventListener('pointerup', drop)
    handle.addEventListener('pointercancel', cancel)
  }
  const styleOf = (index: number) => {
    if (drag === null) return undefined
    const shift = index === drag.from ? drag.shift : asideOf(drag, index, GAP)
    return { translate: `0 ${shift}px` }
  }
  return (
    <>
      <ol ref={list} class={drag ? 'bare sortable is-dragging' : 'bare sortable'} aria-label={label}>
        {items.map(({ id, name, content }, index) => (
          <li key={id} data-item={id} class={drag?.from === index ? 'sortable-item is-dragged' : 'sortable-item'} style={styleOf(index)}>
            {!isFixed && (
              <button
                type="button"
                class="sortable-handle"
                data-part="handle"
                aria-label={r('choices.move', { project: name })}
                aria-describedby="move-hint"
                onKeyDown={(event) => onKeyDown(event, index)}
                onPointerDown={(event) => start(event, index)}
              >
                <span class="sortable-grip" />
              </button>
            )}
            <span class="sortable-rank">{index + 1}</span>
            <div class="sortable-content">{content}</div>
            {!isFixed && (
              <div class="sortable-buttons">
                <IconButton
                  icon="up"
                  name={r('choices.up', { project: name })}
                  data-part="up"
                  disabled={index === 0}
                  onClick={() => move(index, index - 1, 'up')}
                />
                <IconButton
                  icon="down"
                  name={r('choices.down', { project: name })}
                  data-part="down"
                  disabled={index === items.length - 1}
                  onClick={() => move(index, index + 1, 'down')}
                />
              </div>
            )}
          </li>
        ))}
      </ol>
      <p id="move-hint" class="visually-hidden">
        {r('choices.moveHint')}
      </p>
      <p class="visually-hidden" role="status">
        {told}
      </p>
    </>
  )
}
