import { Dialog } from '#ui/dialog/dialog.tsx'
import { show } from './overlay.tsx'
import type { Shortcuts } from './shortcuts.ts'
import { d, PALETTE_KEYS } from './texts.ts'
import './desktop.css'

const Keys = ({ keys, isTogether }: { keys: string[]; isTogether?: boolean }) => (
  <>
    {keys.map((key, index) => (
      <>
        {index > 0 && (isTogether ? '+' : ' ')}
        <kbd key={key}>{key}</kbd>
      </>
    ))}
  </>
)

function Help({ shortcuts, onClose }: { shortcuts: Shortcuts; onClose(): void }) {
  const lines: [string[], string, boolean?][] = [
    [['/'], d('help.search')],
    [['j', 'k'], d('help.next')],
    [['Enter', 'o'], d('help.open')],
    ...(shortcuts.keys?.() ?? []).map(({ keys, name }): [string[], string] => [keys, name]),
    [['Esc'], d('help.escape')],
    [PALETTE_KEYS, d('help.palette'), true],
    ...(shortcuts.app === 'console' ? [[[PALETTE_KEYS[0]!, 'S'], d('help.save'), true] as [string[], string, boolean]] : []),
    ...shortcuts.places().map(({ key, name }): [string[], string] => [['g', key], d('help.go', { name })]),
    [['?'], d('help.help')],
  ]
  return (
    <Dialog title={d('action.help')} isOpen onClose={onClose}>
      <dl class="shortcuts">
        {lines.map(([keys, name, isTogether]) => (
          <div key={name}>
            <dt>
              <Keys keys={keys} isTogether={isTogether} />
            </dt>
            <dd>{name}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

export function showHelp(shortcuts: Shortcuts): void {
  show((close) => <Help shortcuts={shortcuts} onClose={close} />)
}
