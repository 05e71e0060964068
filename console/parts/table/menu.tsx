import type { ComponentChildren } from 'preact'
import { useId, useRef } from 'preact/hooks'
import { Icon, type IconName } from '#ui/icon.tsx'

const MARGIN = 8

/** Below its button, or above it where there is more room; within the window. */
function place(box: HTMLElement, button: HTMLElement): void {
  const at = button.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = box
  const isBelow = innerHeight - at.bottom > height + MARGIN || at.top < height + MARGIN
  box.style.left = `${Math.max(MARGIN, Math.min(at.left, document.documentElement.clientWidth - width - MARGIN))}px`
  box.style.top = `${isBelow ? at.bottom + 4 : at.top - height - 4}px`
}

type Props = { label: string; icon?: IconName; name?: string; look?: 'soft' | 'plain'; children: (close: () => void) => ComponentChildren }

/** A button with a popover: a click beside it and Esc close it. */
export function Menu({ label, icon, name, look = 'soft', children }: Props) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button ref={button} type="button" class={`button button-${look}`} popovertarget={id} aria-haspopup="true" aria-label={name}>
        {icon && <Icon name={icon} size={20} />}
        <span>{label}</span>
        <Icon name="down" size={18} />
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be for a form */}
      <div
        ref={box}
        id={id}
        popover="auto"
        role="group"
        aria-label={name ?? label}
        class="menu-box"
        onToggle={({ newState }) => newState === 'open' && place(box.current!, button.current!)}
      >
        {children(() => box.current?.hidePopover())}
      </div>
    </>
  )
}
