import { type ComponentChildren, createContext } from 'preact'
import { useContext, useEffect, useRef } from 'preact/hooks'
import { IconButton } from './button.tsx'
import { serverConfig } from './server/server-config.ts'
import { w } from './shared-texts.ts'

// The header of a screen. After navigation it gets the focus: screen readers announce it, the keyboard starts from the top.

let isFirst = true

/** Two screens side by side. `isAside`: the page is named after the other one. `close` replaces the way back. */
export const Pane = createContext<{ isAside?: boolean; close?: () => void }>({})

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
  const { isAside = false, close } = useContext(Pane)
  const Heading = isAside ? 'h2' : 'h1'
  const title = text ?? (typeof children === 'string' ? children : '')
  useEffect(() => {
    if (!isAside) document.title = title ? `${title} · ${serverConfig.directory}` : serverConfig.directory
  }, [title, isAside])
  useEffect(() => {
    if (!isFirst && !isAside) heading.current?.focus({ preventScroll: true })
    isFirst = false
  }, [])
  return (
    <header class="title">
      {close ? (
        <IconButton icon="close" name={w('close')} data-escape onClick={close} />
      ) : (
        back && <IconButton icon="back" name={back.name} data-escape onClick={back.go} />
      )}
      <Heading ref={heading} class="title-text" tabIndex={-1}>
        {children}
      </Heading>
      {actions && <div class="title-actions">{actions}</div>}
    </header>
  )
}
