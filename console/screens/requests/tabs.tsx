import type { ComponentChildren } from 'preact'
import { t } from '#console/texts.ts'

type Props<T extends string> = { tabs: { value: T; label: string }[]; value: T; onChoose(value: T): void; children: ComponentChildren }

/** Columns as tabs in a narrow window; arrow keys move between them. */
export function Tabs<T extends string>({ tabs, value, onChoose, children }: Props<T>) {
  const step = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!by) return
    event.preventDefault()
    const index = tabs.findIndex((tab) => tab.value === value)
    const next = tabs[(index + by + tabs.length) % tabs.length]!.value
    onChoose(next)
    document.getElementById(`tab-${next}`)?.focus()
  }
  return (
    <>
      <div class="tabs" role="tablist" aria-label={t('requests.states')} onKeyDown={step}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            id={`tab-${tab.value}`}
            type="button"
            role="tab"
            class="tab"
            aria-selected={tab.value === value}
            aria-controls="tab-panel"
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChoose(tab.value)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div id="tab-panel" role="tabpanel" aria-labelledby={`tab-${value}`}>
        {children}
      </div>
    </>
  )
}
