import { useState } from 'preact/hooks'
import { NotFound } from '#console/parts/not-found.tsx'
import { PageProblem } from '#console/parts/problem.tsx'
import { t } from '#console/texts.ts'
import { listWords, type Term, type Vocabulary, vocabularies } from '#contract/console/vocabulary.ts'
import { Button } from '#ui/button.tsx'
import { useCall } from '#ui/server/query.ts'
import { Empty, Loading } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'
import { Synonyms } from './synonyms.tsx'
import { Kinds } from './vocabularies/kinds.tsx'
import { MergeDialog } from './vocabularies/merge-dialog.tsx'
import { isTermRemoved } from './vocabularies/remove-term.ts'
import { TermDialog } from './vocabularies/term-dialog.tsx'
import { TermTable } from './vocabularies/term-table.tsx'
import './vocabularies/vocabularies.css'

type OpenDialog = { action: 'add' } | { action: 'edit' | 'merge'; term: Term } | null

const isKind = (kind: string): kind is Vocabulary => (vocabularies as readonly string[]).includes(kind)

export const Vocabularies = ({ kind }: { kind: string }) =>
  isKind(kind) ? <VocabularyPage kind={kind} /> : kind === 'synonym' ? <Synonyms /> : <NotFound />

function VocabularyPage({ kind }: { kind: Vocabulary }) {
  const { answer, error, retry } = useCall(listWords, { params: { kind } }, { isPrivate: true, isSaved: false })
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const terms = answer?.words.filter(({ id }) => !isTermRemoved(kind, id))
  const add = (
    <Button icon="plus" onClick={() => setDialog({ action: 'add' })}>
      {t(`vocabularies.add.${kind}`)}
    </Button>
  )
  const done = () => setDialog(null)
  // With the changes of others; a term that somebody else deletes stays until the dialog is closed.
  const edited = dialog?.action === 'edit' ? (answer?.words.find(({ id }) => id === dialog.term.id) ?? dialog.term) : null
  return (
    <>
      <Title actions={terms && terms.length > 0 ? add : undefined}>{t('vocabularies.title')}</Title>
      <Kinds current={kind} />
      <p class="soft kinds-about">{t(`vocabularies.about.${kind}`)}</p>
      {error ? <PageProblem error={error} onRetry={retry} /> : !terms ? <Loading lines={8} /> : null}
      {terms?.length === 0 && (
        <Empty icon="filter" title={t('vocabularies.empty')} action={add}>
          {t('vocabularies.empty.text')}
        </Empty>
      )}
      {terms && terms.length > 0 && (
        <TermTable
          kind={kind}
          terms={terms}
          onEdit={(term) => setDialog({ action: 'edit', term })}
          onMerge={(term) => setDialog({ action: 'merge', term })}
        />
      )}
      <TermDialog kind={kind} isOpen={dialog?.action === 'add' || dialog?.action === 'edit'} term={edited} onClose={done} />
      <MergeDialog kind={kind} terms={terms ?? []} term={dialog?.action === 'merge' ? dialog.term : null} onClose={done} />
    </>
  )
}
