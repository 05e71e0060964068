import { useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { SearchField } from '#console/parts/field/search-field.tsx'
import { Pager } from '#console/parts/pager.tsx'
import { PageProblem } from '#console/parts/problem.tsx'
import { useQueryParams } from '#console/parts/query-params.ts'
import { pathTo } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import { listSynonyms, type SynonymEntry } from '#contract/console/synonym.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { useCall } from '#ui/server/query.ts'
import { Empty, Loading } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'
import { SynonymDialog } from './synonyms/synonym-dialog.tsx'
import { SynonymTable } from './synonyms/synonym-table.tsx'
import { matching } from './synonyms/titles.ts'
import { Kinds } from './vocabularies/kinds.tsx'
import { isTermRemoved } from './vocabularies/remove-term.ts'

const PAGE_SIZE = 100
const sheets = pathTo('spreadsheet', {}, { kind: 'synonym' })

/** What the two kinds do, by example. */
const Examples = () => (
  <dl class="synonym-examples">
    {(['two-way', 'one-way'] as const).map((kind) => (
      <div key={kind}>
        <dt>{t(`synonyms.kind.${kind}`)}</dt>
        <dd>{t(`synonyms.example.${kind}`)}</dd>
      </div>
    ))}
  </dl>
)

export function Synonyms() {
  const { answer, error, retry } = useCall(listSynonyms, {}, { isPrivate: true, isSaved: false })
  const { values, set } = useQueryParams(['text', 'page'])
  const [dialog, setDialog] = useState<{ entry: SynonymEntry | null; added: string[] } | null>(null)
  const entries = answer?.entries.filter(({ id }) => !isTermRemoved('synonym', id))
  const found = entries && matching(entries, values.text)
  const pages = Math.max(1, Math.ceil((found?.length ?? 0) / PAGE_SIZE))
  const page = Math.min(pages, Math.max(1, Number.parseInt(values.page, 10) || 1))
  const open = (entry: SynonymEntry | null, added: string[] = []) => setDialog({ entry, added })
  const add = (
    <Button icon="plus" onClick={() => open(null)}>
      {t('synonyms.add')}
    </Button>
  )
  // With the changes of others; an entry that somebody else deletes stays until the dialog is closed.
  const edited = dialog?.entry ? (answer?.entries.find(({ id }) => id === dialog.entry!.id) ?? dialog.entry) : null
  return (
    <>
      <Title actions={entries && entries.length > 0 ? add : undefined} text={t('vocabularies.synonym')}>
        {t('vocabularies.title')}
      </Title>
      <Kinds current="synonym" />
      <p class="soft kinds-about">{t('synonyms.about')}</p>
      <Examples />
      {error ? <PageProblem error={error} onRetry={retry} /> : !entries ? <Loading lines={8} /> : null}
      {entries?.length === 0 && (
        <Empty
          icon="search"
          title={t('synonyms.empty')}
          action={
            <div class="row">
              {add}
              <ButtonLink look="plain" icon="upload" to={sheets}>
                {t('synonyms.import')}
              </ButtonLink>
            </div>
          }
        >
          {t('synonyms.empty.text')}
        </Empty>
      )}
      {entries && entries.length > 0 && (
        <search class="tools">
          <SearchField label={t('synonyms.search')} value={values.text} onSearch={(text) => set({ text })} />
          <Link class="synonym-sheets" href={sheets}>
            {t('spreadsheet.title')}
          </Link>
        </search>
      )}
      {entries && entries.length > 0 && found?.length === 0 && (
        <Empty title={t('synonyms.none')} action={<Button onClick={() => set({ text: '' })}>{t('synonyms.none.reset')}</Button>}>
          {t('synonyms.none.text', { text: values.text })}
        </Empty>
      )}
      {found && found.length > 0 && (
        <>
          <SynonymTable entries={found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)} onEdit={open} />
          <Pager page={page} pageSize={PAGE_SIZE} total={found.length} onPage={(next) => set({ page: String(next) })} />
        </>
      )}
      <SynonymDialog
        isOpen={dialog !== null}
        entry={edited}
        entries={answer?.entries ?? []}
        added={dialog?.added ?? []}
        onClose={() => setDialog(null)}
        onOpen={open}
      />
    </>
  )
}
