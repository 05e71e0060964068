import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { IconButton } from './button.tsx'
import { serverConfig } from './server-config.ts'

// The header of a screen. After navigation it gets the focus: screen readers announce it, the keyboard starts from the top.

let isFirst = true

export function Title({
  children,
  back,
  actions,
  text,
}: {
  children: ComponentChildren
  text?: string
  back?: { name: string; go(): void }
  actions?: ComponentChildren
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const title = text ?? (typeof children === 'string' ? children : '')
  useEffect(() => {
    document.title = title ? `${title} · ${serverConfig.directory}` : serverConfig.directory
  }, [title])
  useEffect(() => {
    if (!isFirst) heading.current?.focus({ preventScroll: true })
    isFirst = false
  }, [])
  return (
    <header class="title">
      {back && <IconButton icon="back" name={back.name} onClick={back.go} />}
      <h1 ref={heading} tabIndex={-1}>
        {children}
      </h1>
      {actions && <div class="title-actions">{actions}</div>}
    </header>
  )
}
