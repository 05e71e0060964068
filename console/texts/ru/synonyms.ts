import type { synonyms as en } from '#console/texts/en/synonyms.ts'
import type { SameKeys } from '#ui/texts.ts'

export const synonyms: SameKeys<typeof en> = {
  'synonyms.add': 'Добавить синонимы',
  'synonyms.about':
    'Поиск уже знает обычные синонимы, сокращения и переводы. Добавьте слова, которыми пользуются только у вас в организации.',
  'synonyms.example.two-way': '«ПрТУ, Приозёрский политех»: по любому названию найдутся одни и те же проекты.',
  'synonyms.example.one-way': '«первокурсники → наставник»: по слову «первокурсники» найдётся и «наставник», но не наоборот.',
  'synonyms.kind': 'Вид',
  'synonyms.kind.two-way': 'Одно и то же',
  'synonyms.kind.one-way': 'Находит также',
  'synonyms.kind.two-way.hint': 'По любому из слов найдутся проекты с любым из них.',
  'synonyms.kind.one-way.hint': 'По этим словам найдутся и проекты с другими словами, но не наоборот.',
  'synonyms.words': 'Слова',
  'synonyms.words.hint': 'Слова или фразы до четырёх слов на любом языке. После каждого нажмите Enter или запятую.',
  'synonyms.searched': 'Что ищут',
  'synonyms.expandsTo': 'Находит также',
  'synonyms.expandsTo.hint': 'Проекты с этими словами тоже найдутся.',
  'synonyms.openOther': 'Открыть ту запись',
  'synonyms.addToOther': 'Добавить слова в ту запись',
  'synonyms.search': 'Поиск по синонимам',
  'synonyms.none': 'Синонимы не найдены',
  'synonyms.none.text': 'Нет записи со словом «{text}».',
  'synonyms.none.reset': 'Очистить поиск',
  'synonyms.empty': 'Синонимов пока нет',
  'synonyms.empty.text':
    'Люди ищут по сокращению или старому названию и ничего не находят? Добавьте его сюда вместе со словами из ваших проектов.',
  'synonyms.import': 'Загрузить таблицу',
  'chips.remove': 'Убрать «{word}»',
}
