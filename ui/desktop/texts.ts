import type { Language } from '#contract/errors.ts'
import { language } from '#ui/settings.ts'
import { type SameKeys, type Values, writeText } from '#ui/texts.ts'

// Texts of the command palette and the keyboard help, for both apps.

const en = {
  project: 'Project',
  'hint.palette': 'Commands',
  'hint.help': 'Shortcuts',
  palette: 'Search and commands',
  'palette.placeholder': 'Search or type a command',
  'palette.recent': 'Recent',
  'palette.screens': 'Go to',
  'palette.actions': 'Actions',
  'palette.none': 'No results for “{text}”.',
  'palette.found': { one: '{count} result', other: '{count} results' },
  'action.light': 'Light appearance',
  'action.dark': 'Dark appearance',
  'action.system': 'Appearance: same as system',
  'action.en': 'Switch to English',
  'action.ru': 'Перейти на русский',
  'action.refresh': 'Refresh',
  'action.help': 'Keyboard shortcuts',
  'help.search': 'Focus the search field',
  'help.next': 'Next and previous item',
  'help.open': 'Open the focused item',
  'help.escape': 'Close or go back',
  'help.palette': 'Search and commands',
  'help.save': 'Save',
  'help.help': 'Keyboard shortcuts',
  'help.go': 'Go to “{name}”',
}

const ru: SameKeys<typeof en> = {
  project: 'Проект',
  'hint.palette': 'Команды',
  'hint.help': 'Клавиши',
  palette: 'Поиск и команды',
  'palette.placeholder': 'Найти или ввести команду',
  'palette.recent': 'Недавние',
  'palette.screens': 'Перейти',
  'palette.actions': 'Действия',
  'palette.none': 'По запросу «{text}» ничего не найдено.',
  'palette.found': {
    one: '{count} результат',
    few: '{count} результата',
    many: '{count} результатов',
    other: '{count} результата',
  },
  'action.light': 'Светлое оформление',
  'action.dark': 'Тёмное оформление',
  'action.system': 'Оформление: как в системе',
  'action.en': 'Switch to English',
  'action.ru': 'Перейти на русский',
  'action.refresh': 'Обновить данные',
  'action.help': 'Сочетания клавиш',
  'help.search': 'Перейти в поле поиска',
  'help.next': 'Следующий и предыдущий элемент',
  'help.open': 'Открыть выбранное',
  'help.escape': 'Закрыть или вернуться назад',
  'help.palette': 'Поиск и команды',
  'help.save': 'Сохранить',
  'help.help': 'Сочетания клавиш',
  'help.go': 'Перейти в раздел «{name}»',
}

const texts: Record<Language, SameKeys<typeof en>> = { en, ru }

export const d = (key: keyof typeof en, values: Values = {}): string => writeText(texts[language.value][key], values, language.value)

const isApple = /mac|iphone|ipad/i.test(navigator.platform)

/** How the shortcut of the palette is written on this keyboard. */
export const PALETTE_KEYS = isApple ? ['⌘', 'K'] : ['Ctrl', 'K']
