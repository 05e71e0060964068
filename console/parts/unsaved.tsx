import { useEffect, useRef, useState } from 'preact/hooks'
import { navigate } from 'wouter-preact/use-browser-location'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { w } from '#ui/shared-texts.ts'
import { setGate } from './navigation-guard.ts'

// Asks before what was typed is lost: by a link, by going back, by closing the window.

type Entry = { href: string | null } // null: the one before

export function Unsaved({ isDirty }: { isDirty: boolean }) {
  const [wanted, setWanted] = useState<Entry | null>(null)
  const isLeaving = useRef(false)
  const dirty = useRef(isDirty)
  dirty.current = isDirty && !isLeaving.current
  useEffect(() => {
    const here = location.href
    const onUnload = (event: BeforeUnloadEvent) => {
      if (dirty.current) event.preventDefault()
    }
    const onClick = (event: MouseEvent) => {
      const link = (event.target as Element).closest?.('a[href]') as HTMLAnchorElement | null
      const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || link?.target === '_blank' || link?.hasAttribute('download')
      if (!link || !dirty.current || isElsewhere || link.hash || event.button !== 0) return
      event.preventDefault()
      event.stopPropagation()
      setWanted({ href: link.href })
    }
    // The browser has gone back already: the page is put where it was, and the router never hears of it.
    const onPop = (event: PopStateEvent) => {
      if (!dirty.current) return
      event.stopImmediatePropagation()
      History.prototype.pushState.call(history, null, '', here)
      setWanted({ href: null })
    }
    addEventListener('beforeunload', onUnload)
    setGate(onPop)
    document.addEventListener('click', onClick, true)
    return () => {
      removeEventListener('beforeunload', onUnload)
      setGate(null)
      document.removeEventListener('click', onClick, true)
    }
  }, [])
  const leave = () => {
    isLeaving.current = true
    dirty.current = false
    const href = wanted?.href
    setWanted(null)
    if (href === null || href === undefined) return history.back()
    const url = new URL(href)
    if (url.origin === location.origin && url.pathname.startsWith('/console')) navigate(url.pathname + url.search)
    else location.assign(href)
  }
  return (
    <Dialog
      title={w('unsaved')}
      isOpen={wanted !== null}
      onClose={() => setWanted(null)}
      footer={
        <>
          <Button look="danger" onClick={leave}>
            {w('discard')}
          </Button>
          <Button onClick={() => setWanted(null)}>{w('keepEditing')}</Button>
        </>
      }
    >
      {null}
    </Dialog>
  )
}
