import { useEffect, useState } from 'preact/hooks'
import type { PlacementRule } from '#contract/round.ts'
import { Button } from '#ui/button.tsx'
import { r } from './texts.ts'

// Three teams and two projects with one place each. A frame says where each team is; the teams move there.

type Team = 'red' | 'blue' | 'green'
type Where = 'start' | 'museum' | 'garden' | 'none'
type Frame = Partial<Record<Team, Where>>
type Story = { numbers: Partial<Record<Team, number>>; frames: Frame[] }

const stories: Record<PlacementRule, Story> = {
  fair: {
    numbers: { blue: 1, red: 2, green: 3 },
    frames: [
      { red: 'start', blue: 'start', green: 'start' },
      { red: 'museum', blue: 'museum', green: 'garden' },
      { red: 'start', blue: 'museum', green: 'garden' },
      { red: 'garden', blue: 'museum', green: 'garden' },
      { red: 'garden', blue: 'museum', green: 'none' },
    ],
  },
  fullest: {
    numbers: { red: 1, blue: 2 },
    frames: [
      { red: 'start', blue: 'start' },
      { red: 'museum', blue: 'none' },
      { red: 'garden', blue: 'museum' },
      { red: 'garden', blue: 'museum' },
    ],
  },
}

const columns: Where[] = ['start', 'museum', 'garden', 'none']
const STEP_MS = 4000

/** Which of the teams in the same place it is, from the top. */
const rowOf = (frame: Frame, team: Team): number =>
  (Object.keys(frame) as Team[]).filter((other) => frame[other] === frame[team]).indexOf(team)

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches

export function Example({ rule }: { rule: PlacementRule }) {
  const { numbers, frames } = stories[rule]
  const [at, setAt] = useState(0)
  const [isPlaying, setIsPlaying] = useState(() => !isStill())
  useEffect(() => {
    if (!isPlaying || at === frames.length - 1) return
    const timer = setTimeout(() => setAt(at + 1), STEP_MS)
    return () => clearTimeout(timer)
  }, [isPlaying, at])
  const go = (next: number) => {
    setIsPlaying(false)
    setAt(next)
  }
  const frame = frames[at]!
  const isLast = at === frames.length - 1
  const text = r(`example.${rule}.${at}` as 'example.fair.0')
  return (
    <figure class="example" aria-label={r('example.label')}>
      <div class="example-stage" aria-hidden="true">
        {columns.map((where) => (
          <div key={where} class={`example-place is-${where}`}>
            <strong>{r(`example.${where}`)}</strong>
            {(where === 'museum' || where === 'garden') && <small>{r('example.onePlace')}</small>}
          </div>
        ))}
        {(Object.keys(frame) as Team[]).map((team) => (
          <span
            key={team}
            class={`example-team is-${team}`}
            style={{ '--column': columns.indexOf(frame[team]!), '--row': rowOf(frame, team) } as Record<string, number>}
          >
            {r(`example.${team}`)}
            <small>{r('example.number', { number: numbers[team]! })}</small>
          </span>
        ))}
      </div>
      <figcaption>
        <small class="soft">{r('example.step', { step: at + 1, count: frames.length })}</small>
        {/* Announced when the reader asked for the step, not while it plays. */}
        <p aria-live={isPlaying ? 'off' : 'polite'}>{text}</p>
      </figcaption>
      <div class="row">
        <Button look="soft" disabled={at === 0} onClick={() => go(at - 1)}>
          {r('example.back')}
        </Button>
        <Button look="soft" onClick={() => go(isLast ? 0 : at + 1)}>
          {r(isLast ? 'example.again' : 'example.next')}
        </Button>
      </div>
    </figure>
  )
}
