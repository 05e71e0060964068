import { useState } from 'preact/hooks'
import { remember, takeLast } from '#console/parts/decision/last-decision.ts'
import { t } from '#console/texts.ts'
import { getConsoleRequest, type ReviewRequest } from '#contract/console/request.ts'
import { decideRequest } from '#contract/request.ts'
import { tellError, useAct } from '#ui/act/act.ts'
import { useKeys } from '#ui/desktop/keyboard.ts'
import { tell } from '#ui/dialog/toast.tsx'
import { call } from '#ui/server/api.ts'
import { DeclineDialog, undoAll } from './decline-dialog.tsx'

const ROW = 'li, tr'
const LINK = 'a[href^="/console/requests/"]'

const linkIn = (row: Element | null | undefined) =>
  [...(row?.querySelectorAll<HTMLAnchorElement>(LINK) ?? [])].find(({ pathname }) => /\/\d+$/.test(pathname))

/** The application that has the focus in the list. */
const focused = () => {
  const row = document.activeElement?.closest(ROW)
  const link = linkIn(row)
  return row && link ? { row, id: Number(/\d+$/.exec(link.pathname)![0]) } : undefined
}

/** The row will leave the list: the next one gets the focus, or the one before. */
const focusNext = (row: Element) => (linkIn(row.nextElementSibling) ?? linkIn(row.previousElementSibling))?.focus()

async function waitingRequest(id: number): Promise<ReviewRequest | undefined> {
  try {
    const { request } = await call(getConsoleRequest, { params: { id: String(id) } })
    if (request.status === 'submitted' && request.round === null) return request
    tell(request.status === 'submitted' ? t('requests.choice') : t('keys.decided', { team: request.teamName }))
  } catch (error) {
    tellError(error)
  }
  return undefined
}

/** Keys of the list of applications, and of the page of one application (`id`): a, d, u, x. Renders the dialog of `d`. */
export function ReviewKeys({ id }: { id?: number }) {
  const [declining, setDeclining] = useState<ReviewRequest[]>([])
  const [isOpen, setIsOpen] = useState(false)
  const { act, isBusy } = useAct({ isToast: true })
  const target = () => {
    const found = id === undefined ? focused() : { id, row: undefined }
    if (!found) tell(t('keys.choose'))
    return found
  }
  const approve = async () => {
    const found = isBusy ? undefined : target()
    const request = found && (await waitingRequest(found.id))
    if (!request) return
    if (found.row) focusNext(found.row)
    const input = { params: { id: String(request.id) }, body: { decision: 'approve' as const } }
    if (!(await act(() => call(decideRequest, input)))) return
    remember([request.id])
    tell(t('keys.approved', { team: request.teamName }), { label: t('requests.undo'), run: () => void undo() }, 15_000)
  }
  const decline = async () => {
    // With a selection, `d` presses the button that declines all of it.
    const bulk = document.querySelector<HTMLElement>('main [data-key=d]')
    if (bulk) return bulk.click()
    const found = target()
    const request = found && (await waitingRequest(found.id))
    if (!request) return
    if (found.row) focusNext(found.row)
    setDeclining([request])
    setIsOpen(true)
  }
  const undo = async () => {
    const ids = takeLast() ?? (id === undefined ? undefined : [id])
    if (ids) await undoAll(ids)
    else tell(t('keys.nothing'))
  }
  const select = () => {
    const box = focused()?.row.querySelector<HTMLInputElement>('input[type=checkbox]')
    box?.click()
    return box !== undefined && box !== null
  }
  useKeys({ a: () => void approve(), d: () => void decline(), u: () => void undo(), ...(id === undefined ? { x: select } : {}) })
  const close = () => setIsOpen(false)
  return <DeclineDialog requests={declining} isOpen={isOpen} onClose={close} onDone={close} />
}
