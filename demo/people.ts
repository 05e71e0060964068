type DemoPerson = {
  login: string
  surname: string
  name: string
  patronymic: string
  github: boolean
  phone: boolean
  access: 'member' | 'curator' | 'administrator'
  isDisabled: boolean
}

type Row = [login: string, surname: string, name: string, patronymic?: string, has?: string]

// "g": has a GitHub account, "p": has a phone number, "x": disabled.
const members: Row[] = [
  ['anna', 'Ковалёва', 'Анна', 'Дмитриевна', 'gp'],
  ['boris', 'Ефимов', 'Борис', 'Алексеевич', 'gp'],
  ['vera', 'Никитина', 'Вера', 'Павловна', 'g'],
  ['gleb', 'Орлов', 'Глеб', 'Сергеевич'],
  ['timur.salikhov', 'Салихов', 'Тимур', 'Рашидович', 'g'],
  ['daria.melnik', 'Мельник', 'Дарья', 'Олеговна', 'p'],
  ['fyodor.zimin', 'Зимин', 'Фёдор', 'Ильич'],
  ['ksenia.rudenko', 'Руденко', 'Ксения', 'Викторовна', 'g'],
  ['artyom.gusev', 'Гусев', 'Артём', 'Николаевич', 'gp'],
  ['pavel.yudin', 'Юдин', 'Павел', 'Константинович', 'g'],
  ['lidia.fomina', 'Фомина', 'Лидия', 'Андреевна'],
  ['semyon.baranov', 'Баранов', 'Семён', 'Игоревич', 'p'],
  ['alina.hasanova', 'Хасанова', 'Алина', 'Маратовна', 'g'],
  ['roman.shubin', 'Шубин', 'Роман', 'Евгеньевич', 'g'],
  ['nadezhda.lapina', 'Лапина', 'Надежда', 'Юрьевна', 'p'],
  ['egor.vlasov', 'Власов', 'Егор', 'Максимович', 'g'],
  ['yulia.sedova', 'Седова', 'Юлия', 'Вадимовна'],
  ['matvey.kruglov', 'Круглов', 'Матвей', 'Антонович', 'g'],
  ['oliver.grant', 'Grant', 'Oliver', '', 'gp'],
  ['maya.lindqvist', 'Lindqvist', 'Maya', '', 'g'],
  ['samuel.okafor', 'Okafor', 'Samuel', '', 'g'],
  ['chloe.bennett', 'Bennett', 'Chloe', '', 'p'],
  ['jonas.weber', 'Weber', 'Jonas', '', 'g'],
  ['ines.moreau', 'Moreau', 'Inès', '', 'gp'],
  ['harriet.stone', 'Stone', 'Harriet', ''],
  ['kenji.mori', 'Mori', 'Kenji', '', 'g'],
  ['leila.haddad', 'Haddad', 'Leila', '', 'gp'],
  ['tomas.novak', 'Novák', 'Tomáš', '', 'g'],
  ['abigail.frost', 'Frost', 'Abigail', ''],
  ['ravi.menon', 'Menon', 'Ravi', '', 'g'],
  ['sofia.alves', 'Alves', 'Sofia', '', 'p'],
  ['erik.dahl', 'Dahl', 'Erik', '', 'g'],
  ['grace.whitmore', 'Whitmore', 'Grace', '', 'gp'],
  ['noah.fletcher', 'Fletcher', 'Noah', '', 'g'],
  ['amelia.brook', 'Brook', 'Amelia', '', 'p'],
  ['lucas.ferrer', 'Ferrer', 'Lucas', '', 'g'],
  ['hannah.doyle', 'Doyle', 'Hannah', '', 'g'],
  ['peter.vance', 'Vance', 'Peter', ''],
  ['former', 'Fischer', 'Nora', '', 'x'],
]

function person([login, surname, name, patronymic = '', has = '']: Row, access: DemoPerson['access'] = 'member'): DemoPerson {
  return { login, surname, name, patronymic, github: has.includes('g'), phone: has.includes('p'), access, isDisabled: has.includes('x') }
}

export const demoPeople: DemoPerson[] = [
  ...members.map((row) => person(row)),
  person(['curator', 'Воронова', 'Ольга', 'Сергеевна', 'p'], 'curator'),
  person(['admin', 'Мартынов', 'Игорь', 'Валентинович', 'gp'], 'administrator'),
]

export const fullName = ({ surname, name, patronymic }: DemoPerson) => [surname, name, patronymic].filter(Boolean).join(' ')
