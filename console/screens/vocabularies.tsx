import { useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { Lost } from '#console/parts/not-found.tsx'
import { PageProblem } from '#console/parts/problem.tsx'
import { pathTo } from '#console/routes.ts'
import { t } from '#console/texts/index.ts'
import { listWords, type Term, type Vocabulary, vocabularies } from '#contract/console/vocabulary.ts'
import { Button } from '#ui/button.tsx'
import { useCall } from '#ui/query.ts'
import { Empty, Loading } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'
import { MergeDialog } from './vocabularies/merge-dialog.tsx'
import { isLeaving } from './vocabularies/pending-removal.ts'
import { TermDialog } from './vocabularies/term-dialog.tsx'
import { TermTable } from './vocabularies/term-table.tsx'
import './vocabularies.css'

/** What is being done, over the table. */
type Doing = { what: 'add' } | { what: 'edit' | 'merge'; word: Term } | null

const isKind = (kind: string): kind is Vocabulary => (vocabularies as readonly string[]).includes(kind)

export const Vocabularies = ({ kind }: { kind: string }) => (isKind(kind) ? <Words kind={kind} /> : <Lost />)

function Words({ kind }: { kind: Vocabulary }) {
  const { answer, error, retry } = useCall(listWords, { params: { kind } }, { isPrivate: true, isSaved: false })
  const [doing, setDoing] = useState<Doing>(null)
  const words = answer?.words.filter(({ id }) => !isLeaving(kind, id))
  const add = (
    <Button icon="plus" onClick={() => setDoing({ what: 'add' })}>
      {t(`vocabularies.add.${kind}`)}
    </Button>
  )
  const done = () => setDoing(null)
  // As others leave it meanwhile; one they have removed stays until it is closed.
  const edited = doing?.what === 'edit' ? (answer?.words.find(({ id }) => id === doing.word.id) ?? doing.word) : null
  return (
    <>
      <Title actions={words && words.length > 0 ? add : undefined}>{t('vocabularies.title')}</Title>
      <nav class="kinds" aria-label={t('vocabularies.kinds')}>
        {vocabularies.map((one) => (
          <Link key={one} href={pathTo('vocabulary', { kind: one })} class="kind" aria-current={one === kind ? 'page' : undefined}>
            {t(`vocabularies.${one}`)}
          </Link>
        ))}
      </nav>
      <p class="soft kinds-about">{t(`vocabularies.about.${kind}`)}</p>
      {error ? <PageProblem error={error} onRetry={retry} /> : !words ? <Loading lines={8} /> : null}
      {words?.length === 0 && (
        <Empty icon="filter" title={t('vocabularies.empty')} action={add}>
          {t('vocabularies.empty.text')}
        </Empty>
      )}
      {words && words.length > 0 && (
        <TermTable
          kind={kind}
          words={words}
          onEdit={(word) => setDoing({ what: 'edit', word })}
          onMerge={(word) => setDoing({ what: 'merge', word })}
        />
      )}
      <TermDialog kind={kind} isOpen={doing?.what === 'add' || doing?.what === 'edit'} word={edited} onClose={done} />
      <MergeDialog kind={kind} words={words ?? []} word={doing?.what === 'merge' ? doing.word : null} onClose={done} />
    </>
  )
}
