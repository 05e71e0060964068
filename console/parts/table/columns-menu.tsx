import { t } from '#console/texts.ts'
import { Button } from '#ui/button.tsx'
import type { ListState } from './list-state.ts'
import { Menu } from './menu.tsx'

/** Which columns are shown; the first one always is. */
export function ColumnsMenu<R>({ state: { columns, shown, choose } }: { state: Pick<ListState<R>, 'columns' | 'shown' | 'choose'> }) {
  const keys = shown.map(({ key }) => key)
  const [head, ...rest] = columns
  const toggle = (key: string) => choose(keys.includes(key) ? keys.filter((one) => one !== key) : [...keys, key])
  return (
    <Menu label={t('table.columns')} icon="settings" look="plain">
      {() => (
        <>
          <label class="choice menu-choice">
            <input type="checkbox" checked disabled />
            <span>{head!.name}</span>
          </label>
          {rest.map(({ key, name }) => (
            <label class="choice menu-choice" key={key}>
              <input type="checkbox" checked={keys.includes(key)} onChange={() => toggle(key)} />
              <span>{name}</span>
            </label>
          ))}
          <Button look="plain" isWide onClick={() => choose([])}>
            {t('table.columns.reset')}
          </Button>
        </>
      )}
    </Menu>
  )
}
