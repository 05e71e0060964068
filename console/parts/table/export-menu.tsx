import { t } from '#console/texts.ts'
import { listFormats } from '#contract/console/list-export.ts'
import { useAct } from '#ui/act/act.ts'
import { Button } from '#ui/button.tsx'
import { saveBlob } from '#ui/file/stored-file.ts'
import { download } from '#ui/server/api.ts'
import { serverConfig } from '#ui/server/server-config.ts'
import { directoryToday } from '#ui/time/directory-time.ts'
import type { ListState } from './list-state.ts'
import { Menu } from './menu.tsx'
import type { Selection } from './selection.ts'

type Props<R extends { id: number }> = {
  state: Pick<ListState<R>, 'list' | 'exported' | 'shown'>
  selection?: Pick<Selection<R>, 'rows' | 'isAll'>
}

/** The shown columns of the filtered list, or of the selected rows. */
export function ExportMenu<R extends { id: number }>({ state: { list, exported, shown }, selection }: Props<R>) {
  const { act } = useAct({ isToast: true, isParallel: true })
  const save = (format: string) => {
    const ids: object = selection && !selection.isAll ? { ids: [...selection.rows.keys()].join(',') } : {}
    const query = new URLSearchParams({ ...(exported as object), ...ids, format, columns: shown.map(({ key }) => key).join(',') })
    const name = `${t(`table.file.${list}`)} ${directoryToday()}.${format}`
    void act(async () => saveBlob(await download(`${serverConfig.api}/console/${list}/export?${query}`), name), {
      done: t('table.exported', { name }),
    })
  }
  return (
    <Menu
      label={t('table.export')}
      icon="download"
      look={selection ? 'soft' : 'plain'}
      name={t(selection ? 'table.exportSelected' : 'table.exportList')}
    >
      {(close) =>
        listFormats.map((format) => (
          <Button
            key={format}
            look="plain"
            isWide
            aria-label={t('table.exportAs', { format: format.toUpperCase() })}
            onClick={() => {
              close()
              save(format)
            }}
          >
            {format.toUpperCase()}
          </Button>
        ))
      }
    </Menu>
  )
}
