// A dialog that is a bottom sheet follows the finger: pulled down far or fast enough it closes, otherwise it returns.

const FAR = 0.35 // of its height
const FAST = 0.5 // px per ms
const SHORT_MS = 180

const isSheet = (): boolean => matchMedia('(max-width: 47.99rem) and (prefers-reduced-motion: no-preference)').matches

/** To be called when the pointer goes down on the head of the sheet. */
export function dragSheet(down: PointerEvent, sheet: HTMLElement, onClose: () => void): void {
  const head = down.currentTarget as HTMLElement
  if (!isSheet() || !down.isPrimary || down.button !== 0 || (down.target as Element).closest('button')) return
  head.setPointerCapture(down.pointerId)
  const end = new AbortController()
  let [pulled, speed, lastY, lastTime] = [0, 0, down.clientY, down.timeStamp]

  const place = (y: number) => {
    sheet.style.translate = y === 0 ? '' : `0 ${y}px`
  }
  const slide = async (from: number, to: number) => {
    await sheet.animate({ translate: [`0 ${from}px`, `0 ${to}px`] }, { duration: SHORT_MS, easing: 'ease-out' }).finished.catch(() => {})
  }
  const move = ({ clientY, timeStamp }: PointerEvent) => {
    if (timeStamp > lastTime) speed = (clientY - lastY) / (timeStamp - lastTime)
    ;[lastY, lastTime] = [clientY, timeStamp]
    const distance = clientY - down.clientY
    pulled = distance > 0 ? distance : distance / 8 // upwards it gives a little
    place(pulled)
  }
  const release = async ({ type, timeStamp }: PointerEvent) => {
    end.abort()
    const isFast = speed > FAST && timeStamp - lastTime < 100
    const isClosing = type === 'pointerup' && (isFast || pulled > sheet.offsetHeight * FAR)
    if (isClosing) {
      const from = pulled
      pulled = sheet.offsetHeight
      place(pulled)
      await slide(from, pulled)
      const closed = new Promise((resolve) => sheet.addEventListener('close', resolve, { once: true }))
      onClose()
      await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 100))]) // the owner may keep it open, to ask about unsaved changes
    }
    place(0)
    if (pulled !== 0 && sheet.hasAttribute('open')) await slide(pulled, 0)
  }
  const options = { signal: end.signal }
  head.addEventListener('pointermove', move, options)
  head.addEventListener('pointerup', release, options)
  head.addEventListener('pointercancel', release, options)
}
