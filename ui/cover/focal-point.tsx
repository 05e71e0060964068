import { useRef } from 'preact/hooks'
import { cropOf, type Focal } from '#rules/project/cover-change.ts'

type Size = { width: number; height: number }
type Props = {
  label: string
  src: string
  whole: Size | null
  focal: Focal
  onMove(focal: Focal): void
  onLoad(size: Size): void
  onError(): void
}

const percent = (part: number, all: number) => `${(part / all) * 100}%`
const bounded = (value: number) => Math.round(Math.min(100, Math.max(0, value)))

/** Shows which part of a picture is used; it is moved with the pointer or the keyboard. */
export function FocalPoint({ label, src, whole, focal, onMove, onLoad, onError }: Props) {
  const stage = useRef<HTMLDivElement>(null)
  const area = whole && cropOf(whole, focal)
  const isWide = whole !== null && area!.width < whole.width
  const isTall = whole !== null && area!.height < whole.height
  const point = (event: PointerEvent) => {
    const { left, top, width, height } = stage.current!.getBoundingClientRect()
    onMove({ focalX: bounded(((event.clientX - left) / width) * 100), focalY: bounded(((event.clientY - top) / height) * 100) })
  }
  return (
    <div class="focal">
      <div
        ref={stage}
        class="focal-stage"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          point(event)
        }}
        onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && point(event)}
      >
        <img
          src={src}
          alt=""
          draggable={false}
          onLoad={({ currentTarget }) => onLoad({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })}
          onError={onError}
        />
        {area && (
          <div
            class="focal-area"
            style={{
              left: percent(area.left, whole.width),
              top: percent(area.top, whole.height),
              width: percent(area.width, whole.width),
              height: percent(area.height, whole.height),
            }}
          />
        )}
      </div>
      {(isWide || isTall) && (
        <label class="focal-range">
          <span>{label}</span>
          <input
            type="range"
            min={0}
            max={100}
            value={isWide ? focal.focalX : focal.focalY}
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()} // it would submit the form around the dialog
            onInput={({ currentTarget }) => onMove({ ...focal, [isWide ? 'focalX' : 'focalY']: Number(currentTarget.value) })}
          />
        </label>
      )}
    </div>
  )
}
