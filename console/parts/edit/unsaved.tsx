import { useEffect, useRef, useState } from 'preact/hooks'
import { navigate } from 'wouter-preact/use-browser-location'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { isForAnother } from '#ui/session/session.ts'
import { w } from '#ui/shared-texts.ts'
import { setNavigationGuard } from './navigation-guard.ts'

// Asks before unsaved changes are lost by a link, by a back button or by closing the window.

type Target = { href: string | null } | { button: HTMLElement } // null: back in the history; or the button of the title

export function Unsaved({ isDirty }: { isDirty: boolean }) {
  const [target, setTarget] = useState<Target | null>(null)
  const isLeaving = useRef(false)
  const dirty = useRef(isDirty)
  dirty.current = isDirty && !isLeaving.current
  useEffect(() => {
    const here = location.href
    const onUnload = (event: BeforeUnloadEvent) => {
      if (dirty.current && !isForAnother.value) event.preventDefault()
    }
    const onClick = (event: MouseEvent) => {
      const button = (event.target as Element).closest?.<HTMLElement>('[data-escape]')
      if (button && dirty.current) {
        event.preventDefault()
        event.stopPropagation()
        return setTarget({ button })
      }
      const link = (event.target as Element).closest?.('a[href]') as HTMLAnchorElement | null
      const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || link?.target === '_blank' || link?.hasAttribute('download')
      if (!link || !dirty.current || isElsewhere || link.hash || event.button !== 0) return
      event.preventDefault()
      event.stopPropagation()
      setTarget({ href: link.href })
    }
    // The browser has already gone back: restore the address and hide the event from the router.
    const onPop = (event: PopStateEvent) => {
      if (!dirty.current) return
      event.stopImmediatePropagation()
      History.prototype.pushState.call(history, null, '', here)
      setTarget({ href: null })
    }
    addEventListener('beforeunload', onUnload)
    setNavigationGuard(onPop)
    document.addEventListener('click', onClick, true)
    return () => {
      removeEventListener('beforeunload', onUnload)
      setNavigationGuard(null)
      document.removeEventListener('click', onClick, true)
    }
  }, [])
  const leave = () => {
    isLeaving.current = true
    dirty.current = false
    setTarget(null)
    if (target && 'button' in target) return target.button.click()
    const href = target?.href
    if (href === null || href === undefined) return history.back()
    const url = new URL(href)
    if (url.origin === location.origin && url.pathname.startsWith('/console')) navigate(url.pathname + url.search)
    else location.assign(href)
  }
  return (
    <Dialog
      title={w('unsaved')}
      isOpen={target !== null}
      onClose={() => setTarget(null)}
      footer={
        <>
          <Button look="danger" onClick={leave}>
            {w('discard')}
          </Button>
          <Button onClick={() => setTarget(null)}>{w('keepEditing')}</Button>
        </>
      }
    >
      {null}
    </Dialog>
  )
}
