import type { Article } from '../article.ts'

/** Where state lives in a React application. */
export const stateManagement: Article = {
  slug: 'react-state-management',
  title: 'State management in React: sort it before you store it',
  question: 'What are the different ways to manage state in a React application?',
  summary:
    'Most arguments about state libraries are really about four different kinds of state kept in one bucket. Server data, the address bar, form input and interface state each have a natural home. Put them there, and little is left to manage.',
  published: '2026-08-03',
  minutes: 5,
  sections: [
    {
      heading: 'Four drawers',
      blocks: [
        {
          kind: 'p',
          text: 'A good workshop does not have one enormous drawer called “metal”. Before choosing a library, sort what you have. Ask of every piece of state: who owns the truth, how long should it live, and who else needs to know?',
        },
        {
          kind: 'list',
          items: [
            'Server state: products, orders, the profile. The truth is in a database; what you hold is a copy that ages.',
            'Address state: the page, the filter, the search words, the selected tab. If a person would want to bookmark it or send it to a friend, it belongs in the URL.',
            'Form state: what has been typed and not yet sent. The browser already keeps it in the fields.',
            'Interface state: is the menu open, which row is being dragged. It belongs to one corner of the screen and dies with it.',
          ],
        },
      ],
    },
    {
      heading: 'Interface state: keep it close',
      blocks: [
        {
          kind: 'p',
          text: '`useState` in the component that needs it, lifted to the nearest common parent when two need it. That is the whole advice for most interface state. Two habits keep it healthy. Do not store what you can calculate: a total kept in state beside the lines it adds up will one day disagree with them. And do not describe one thing with three booleans.',
        },
        {
          kind: 'code',
          language: 'ts',
          code: `// Eight combinations, of which four are nonsense:
const [isLoading, setIsLoading] = useState(false)
const [isDone, setIsDone] = useState(false)
const [error, setError] = useState<string | null>(null)

// Four states, and nonsense does not compile:
type Payment =
  | { status: 'idle' }
  | { status: 'paying' }
  | { status: 'declined'; reason: string }
  | { status: 'paid'; transactionId: string }

const [payment, setPayment] = useState<Payment>({ status: 'idle' })`,
        },
        {
          kind: 'p',
          text: 'When the next state depends on the last one in more than a couple of ways, use `useReducer`. A reducer is a plain function, so it can be tested without rendering anything, and it gathers every transition in one place where you can read the life of the thing from top to bottom.',
        },
      ],
    },
    {
      heading: 'Address state: let the URL work',
      blocks: [
        {
          kind: 'p',
          text: 'A filter kept in `useState` is forgotten on reload, breaks the back button and cannot be shared. The same filter in the query string gets all three for free, and works on the server too.',
        },
        {
          kind: 'code',
          language: 'ts',
          code: `const [params, setParams] = useSearchParams()
const status = params.get('status') ?? 'all'

function showOnly(next: string) {
  setParams(
    (current) => {
      current.set('status', next)
      return current
    },
    { preventScrollReset: true },
  )
}`,
        },
      ],
    },
    {
      heading: 'Server state: it is a cache, treat it as one',
      blocks: [
        {
          kind: 'p',
          text: 'Copying a response into `useState` from an effect makes you the author of a cache, with all the questions that brings: when is it stale, who else has a copy, what if two answers arrive in the wrong order? Hand it to something that has answered them. With a router that has loaders and actions, the page’s data is loaded before it renders and loaded again after every mutation. Without one, a query library such as TanStack Query gives you caching, deduplication, retries and invalidation by key.',
        },
        {
          kind: 'code',
          language: 'ts',
          code: `const orders = useQuery({
  queryKey: ['orders', email],
  queryFn: () => api.listOrders(email),
})

const deleteOrder = useMutation({
  mutationFn: api.deleteOrder,
  onSuccess: () => queryClient.invalidateQueries({ queryKey: ['orders', email] }),
})`,
        },
        {
          kind: 'p',
          text: 'For the moment between the click and the answer, `useOptimistic` shows what will most likely be true and returns to the real value if the server refuses.',
        },
      ],
    },
    {
      heading: 'What is left: context and stores',
      blocks: [
        {
          kind: 'p',
          text: 'Some things are truly global: who is signed in, the theme, the language. They change rarely and are read everywhere, which is what context is for. Context is a delivery service rather than a state manager: it carries a value past the components in between. Every component that reads it renders when the value changes, so put rarely changing values in it, and split a busy one in two.',
        },
        {
          kind: 'p',
          text: 'If state is global and busy (an editor, a drawing board, a live dashboard) use a store outside React. Zustand, Jotai and Redux Toolkit all let a component subscribe to exactly the slice it shows. They differ mostly in taste: Zustand is a small object with functions, Jotai is made of atoms that depend on each other, Redux Toolkit gives you an audit log of every action and a strong opinion about where code goes.',
        },
        {
          kind: 'code',
          language: 'ts',
          code: `const useBoard = create<Board>()((set) => ({
  selected: null,
  select: (id) => set({ selected: id }),
}))

// Renders only when this card is picked or dropped:
const isSelected = useBoard((board) => board.selected === card.id)`,
        },
        {
          kind: 'p',
          text: 'My rule of thumb: URL first, then the server cache, then the nearest component, then context, then a store. By the time you reach the end of that sentence, the store is small enough that the choice of library hardly matters.',
        },
      ],
    },
  ],
}
