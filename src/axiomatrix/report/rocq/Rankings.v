(* Rankings, parameters and axioms: all that a theorem of the other files means.

   Items are numbered by their place in the first ranking, which is therefore 1, 2 ... n. The axiom right_invariance
   says that their names do not matter. *)
Require Import List Arith Bool Permutation QArith Qabs.
Import ListNotations.
Open Scope Q_scope.

(* --- An expression, and its value where the parameter has the entries p i j. --------------------------------------- *)
Inductive expr := Const (q : Q) | Var (i j : nat) | Add (x y : expr) | Mul (x y : expr) | Abs (x : expr).

Definition entries := nat -> nat -> Q.

Fixpoint value (p : entries) (e : expr) : Q :=
  match e with
  | Const q => q
  | Var i j => p i j
  | Add x y => value p x + value p y
  | Mul x y => value p x * value p y
  | Abs x => Qabs (value p x)
  end.

Definition Sub (x y : expr) := Add x (Mul (Const (-1)) y).
Definition Sum {X : Type} (f : X -> expr) (l : list X) := fold_right (fun x rest => Add (f x) rest) (Const 0) l.

(* --- Rankings: the items, best first. ------------------------------------------------------------------------------ *)
Definition ranking := list nat.
Definition identity (n : nat) : ranking := seq 1 n.
Fixpoint place (a : ranking) (x : nat) : nat :=
  match a with [] => 0%nat | y :: rest => if Nat.eqb x y then 1%nat else S (place rest x) end.
Fixpoint ahead (a : ranking) (x : nat) : list nat :=
  match a with [] => [] | y :: rest => if Nat.eqb x y then [] else y :: ahead rest x end.
Definition inverted (a b : ranking) : list (nat * nat) :=
  filter (fun '(x, y) => Nat.ltb x y && xorb (Nat.ltb (place a x) (place a y)) (Nat.ltb (place b x) (place b y)))
    (list_prod (identity (length a)) (identity (length a))).

(* --- Parameters: the weight of an item, the similarity of a pair, and what they must satisfy. --------------------- *)
Definition W (x : nat) : expr := Var x x.
Definition D (x y : nat) : expr := Var (min x y) (max x y).

Definition space := nat -> entries -> Prop.
Definition weights : space := fun n w => forall x y, 0 <= w x y.
Definition pseudometric : space := fun n d =>
  (forall x y, 0 <= d x y) /\
  (forall x y z, In x (identity n) -> In y (identity n) -> In z (identity n) -> x <> y -> y <> z -> x <> z ->
     value d (D x z) <= value d (D x y) + value d (D y z)).

(* --- Axioms of a distance of two rankings, up to N items. ------------------------------------------------------------ *)
Definition distance := ranking -> ranking -> expr.

Section Axioms.
Variable S : space.
Variable d : distance.

(* What holds of every ranking b of n items, of which the first ranking is 1 ... n, and of every parameter. *)
Definition for_all (N : nat) (P : nat -> entries -> ranking -> Prop) : Prop :=
  forall n b p, (n <= N)%nat -> Permutation (identity n) b -> S n p -> P n p b.

Definition non_negativity N := for_all N (fun n p b => 0 <= value p (d (identity n) b)).
Definition zero_on_equal N := for_all N (fun n p b => value p (d (identity n) (identity n)) == 0).
Definition symmetry N := for_all N (fun n p b => value p (d (identity n) b) == value p (d b (identity n))).
Definition reversal_invariance N :=
  for_all N (fun n p b => value p (d (rev (identity n)) (rev b)) == value p (d (identity n) b)).
Definition maximum_at_reversal N :=
  for_all N (fun n p b => value p (d (identity n) b) <= value p (d (identity n) (rev (identity n)))).
Definition lower_bound (other : distance) (factor : Q) N :=
  for_all N (fun n p b => factor * value p (other (identity n) b) <= value p (d (identity n) b)).
Definition upper_bound (other : distance) (factor : Q) N :=
  for_all N (fun n p b => value p (d (identity n) b) <= factor * value p (other (identity n) b)).

Definition for_all_two (N : nat) (P : nat -> entries -> ranking -> ranking -> Prop) : Prop :=
  forall n b c p, (n <= N)%nat -> Permutation (identity n) b -> Permutation (identity n) c -> S n p -> P n p b c.

Definition triangle_inequality N := for_all_two N (fun n p b c =>
  value p (d (identity n) c) <= value p (d (identity n) b) + value p (d b c)).

(* Item x is called the x-th of c, and keeps its data. *)
Definition called (c : ranking) (x : nat) : nat := nth (x - 1) c 0%nat.
Definition right_invariance N := for_all_two N (fun n p b c =>
  value p (d c (map (called c) b)) == value (fun x y => value p (D (called c x) (called c y))) (d (identity n) b)).
End Axioms.
