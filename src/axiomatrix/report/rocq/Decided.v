(* Axioms decided at all rankings of so many items by the checker, and proved right.

   Nothing in this file has to be believed, the kernel checks all of it. *)
Require Import List Arith Bool Permutation QArith Qabs Lia Lqa.
From Axiomatrix Require Import Rankings Checker.
Import ListNotations.
Open Scope Q_scope.

(* --- All rankings of so many items. --------------------------------------------------------------------------------- *)
Fixpoint everywhere (x : nat) (l : list nat) : list (list nat) :=
  match l with [] => [[x]] | y :: rest => (x :: l) :: map (cons y) (everywhere x rest) end.
Fixpoint permutations (l : list nat) : list (list nat) :=
  match l with [] => [[]] | x :: rest => flat_map (everywhere x) (permutations rest) end.

Lemma everywhere_complete : forall x l m, In (l ++ x :: m) (everywhere x (l ++ m)).
Proof.
  induction l as [|y l IH]; intros m; cbn [app everywhere].
  - destruct m; left; reflexivity.
  - right. apply in_map, IH.
Qed.
Lemma permutations_complete : forall l m, Permutation l m -> In m (permutations l).
Proof.
  induction l as [|x l IH]; intros m P; cbn [permutations].
  - apply Permutation_nil in P. subst. left. reflexivity.
  - destruct (in_split x m) as [m1 [m2 ->]]; [apply (Permutation_in x P); left; reflexivity|].
    apply Permutation_cons_app_inv in P. apply in_flat_map. exists (m1 ++ m2). split; [now apply IH|].
    apply everywhere_complete.
Qed.

(* --- What a space says, as polynomials that are not negative. ------------------------------------------------------- *)
Definition poly_of (e : expr) : poly := match flatten e with Some (f, []) => f | _ => [] end.

Definition says (S : space) (facets : nat -> list poly) : Prop := forall n p, S n p ->
  (forall i j, 0 <= p i j) /\ (forall h, In h (facets n) -> 0 <= vpoly p h).

Definition no_facets (n : nat) : list poly := [].
Lemma weights_say : says weights no_facets.
Proof. intros n p H. split; [exact H|]. intros h []. Qed.

Definition triple (t : nat * (nat * nat)) : poly :=
  let '(x, (y, z)) := t in
  if Nat.eqb x y || Nat.eqb y z || Nat.eqb x z then [] else poly_of (Sub (Add (D x y) (D y z)) (D x z)).
Definition triples (n : nat) := list_prod (identity n) (list_prod (identity n) (identity n)).
Definition triangles (n : nat) : list poly := map triple (triples n).

Lemma poly_of_sound : forall p e, poly_of e = [] \/ value p e == vpoly p (poly_of e).
Proof.
  intros p e. unfold poly_of. destruct (flatten e) as [[f [|]]|] eqn:E; [right|left; reflexivity|left; reflexivity].
  rewrite (flatten_sound p e _ E). unfold vflat. simpl. ring.
Qed.
Lemma pseudometric_says : says pseudometric triangles.
Proof.
  intros n p [H T]. split; [exact H|]. intros h I. unfold triangles in I. apply in_map_iff in I as [[x [y z]] [<- I]].
  unfold triples in I. apply in_prod_iff in I as [Ix I]. apply in_prod_iff in I as [Iy Iz]. unfold triple.
  destruct (Nat.eqb x y || Nat.eqb y z || Nat.eqb x z) eqn:E; [apply Qle_refl|].
  apply orb_false_iff in E as [E E3]. apply orb_false_iff in E as [E1 E2]. apply Nat.eqb_neq in E1, E2, E3.
  destruct (poly_of_sound p (Sub (Add (D x y) (D y z)) (D x z))) as [->|<-]; [apply Qle_refl|].
  specialize (T x y z Ix Iy Iz E1 E2 E3). cbn [value Sub] in *. unfold Sub. cbn [value]. lra.
Qed.

(* --- Deciding all cases. --------------------------------------------------------------------------------------------- *)
Section Decided.
Variable S : space.
Variable facets : nat -> list poly.
Hypothesis S_says : says S facets.

Definition decided (N : nat) (slack : nat -> ranking -> expr) (proofs : ranking -> proof) : bool :=
  forallb (fun n => let known := facets n in
    forallb (fun b => proves known (slack n b) (proofs b)) (permutations (identity n))) (seq 0 (N + 1)).
Definition decided_two (N : nat) (slack : nat -> ranking -> ranking -> expr) (proofs : ranking -> ranking -> proof) :=
  forallb (fun n => let known := facets n in let all := permutations (identity n) in
    forallb (fun b => forallb (fun c => proves known (slack n b c) (proofs b c)) all) all) (seq 0 (N + 1)).

Lemma decided_sound : forall N slack proofs, decided N slack proofs = true ->
  forall n b p, (n <= N)%nat -> Permutation (identity n) b -> S n p -> 0 <= value p (slack n b).
Proof.
  unfold decided. intros N slack proofs H n b p L P Q. rewrite forallb_forall in H.
  assert (I : In n (seq 0 (N + 1))) by (apply in_seq; lia). specialize (H n I). cbv zeta in H. rewrite forallb_forall in H.
  destruct (S_says n p Q) as [H1 H2].
  exact (proves_sound p H1 _ _ _ H2 (H b (permutations_complete _ _ P))).
Qed.
Lemma decided_two_sound : forall N slack proofs, decided_two N slack proofs = true ->
  forall n b c p, (n <= N)%nat -> Permutation (identity n) b -> Permutation (identity n) c -> S n p ->
  0 <= value p (slack n b c).
Proof.
  unfold decided_two. intros N slack proofs H n b c p L P P' Q. rewrite forallb_forall in H.
  assert (I : In n (seq 0 (N + 1))) by (apply in_seq; lia). specialize (H n I). cbv zeta in H.
  rewrite forallb_forall in H. specialize (H b (permutations_complete _ _ P)). rewrite forallb_forall in H.
  destruct (S_says n p Q) as [H1 H2].
  exact (proves_sound p H1 _ _ _ H2 (H c (permutations_complete _ _ P'))).
Qed.

(* Every axiom from the slacks that the checker decides. *)
Definition plain (b : ranking) : proof := Leaf [] [].
Definition plain_two (b c : ranking) : proof := Leaf [] [].
Variable d : distance.
Variable N : nat.

Lemma non_negativity_by : forall proofs, decided N (fun n b => d (identity n) b) proofs = true -> non_negativity S d N.
Proof. intros proofs H n b p. apply (decided_sound _ _ _ H). Qed.

Lemma less_by : forall (x y : nat -> ranking -> expr) proofs, decided N (fun n b => Sub (y n b) (x n b)) proofs = true ->
  for_all S N (fun n p b => value p (x n b) <= value p (y n b)).
Proof.
  intros x y proofs H n b p L P Q. pose proof (decided_sound _ _ _ H n b p L P Q) as E. unfold Sub in E.
  cbn [value] in E. lra.
Qed.
Lemma equal_by : forall (x y : nat -> ranking -> expr),
  decided N (fun n b => Sub (y n b) (x n b)) plain && decided N (fun n b => Sub (x n b) (y n b)) plain = true ->
  for_all S N (fun n p b => value p (x n b) == value p (y n b)).
Proof.
  intros x y H n b p L P Q. apply andb_true_iff in H as [H1 H2].
  apply Qle_antisym; [exact (less_by _ _ _ H1 n b p L P Q) | exact (less_by _ _ _ H2 n b p L P Q)].
Qed.

Lemma zero_on_equal_by : decided N (fun n b => Sub (Const 0) (d (identity n) (identity n))) plain
  && decided N (fun n b => Sub (d (identity n) (identity n)) (Const 0)) plain = true -> zero_on_equal S d N.
Proof. intros H n b p. apply (equal_by (fun n b => d (identity n) (identity n)) (fun n b => Const 0) H). Qed.
Lemma symmetry_by : decided N (fun n b => Sub (d b (identity n)) (d (identity n) b)) plain
  && decided N (fun n b => Sub (d (identity n) b) (d b (identity n))) plain = true -> symmetry S d N.
Proof. intros H n b p. apply (equal_by (fun n b => d (identity n) b) (fun n b => d b (identity n)) H). Qed.
Lemma reversal_invariance_by : decided N (fun n b => Sub (d (identity n) b) (d (rev (identity n)) (rev b))) plain
  && decided N (fun n b => Sub (d (rev (identity n)) (rev b)) (d (identity n) b)) plain = true ->
  reversal_invariance S d N.
Proof. intros H n b p. apply (equal_by (fun n b => d (rev (identity n)) (rev b)) (fun n b => d (identity n) b) H). Qed.
Lemma maximum_at_reversal_by : forall proofs,
  decided N (fun n b => Sub (d (identity n) (rev (identity n))) (d (identity n) b)) proofs = true ->
  maximum_at_reversal S d N.
Proof. intros proofs H n b p. apply (less_by (fun n b => d (identity n) b) (fun n b => d (identity n) (rev (identity n))) _ H). Qed.
Lemma lower_bound_by : forall other factor proofs,
  decided N (fun n b => Sub (d (identity n) b) (Mul (Const factor) (other (identity n) b))) proofs = true ->
  lower_bound S d other factor N.
Proof. intros other factor proofs H n b p. apply (less_by (fun n b => Mul (Const factor) (other (identity n) b)) (fun n b => d (identity n) b) _ H). Qed.
Lemma upper_bound_by : forall other factor proofs,
  decided N (fun n b => Sub (Mul (Const factor) (other (identity n) b)) (d (identity n) b)) proofs = true ->
  upper_bound S d other factor N.
Proof. intros other factor proofs H n b p. apply (less_by (fun n b => d (identity n) b) (fun n b => Mul (Const factor) (other (identity n) b)) _ H). Qed.

Lemma triangle_inequality_by : forall proofs,
  decided_two N (fun n b c => Sub (Add (d (identity n) b) (d b c)) (d (identity n) c)) proofs = true ->
  triangle_inequality S d N.
Proof.
  intros proofs H n b c p L P P' Q. pose proof (decided_two_sound _ _ _ H n b c p L P P' Q) as E. unfold Sub in E.
  cbn [value] in E. lra.
Qed.

Fixpoint renamed (f : nat -> nat) (e : expr) : expr :=
  match e with
  | Const q => Const q
  | Var i j => D (f i) (f j)
  | Add x y => Add (renamed f x) (renamed f y)
  | Mul x y => Mul (renamed f x) (renamed f y)
  | Abs x => Abs (renamed f x)
  end.
Lemma renamed_sound : forall p f e, value p (renamed f e) = value (fun x y => value p (D (f x) (f y))) e.
Proof. induction e; cbn [renamed value]; congruence. Qed.
Lemma right_invariance_by :
  decided_two N (fun n b c => Sub (d c (map (called c) b)) (renamed (called c) (d (identity n) b))) plain_two
  && decided_two N (fun n b c => Sub (renamed (called c) (d (identity n) b)) (d c (map (called c) b))) plain_two = true ->
  right_invariance S d N.
Proof.
  intros H n b c p L P P' Q. apply andb_true_iff in H as [H1 H2]. rewrite <- renamed_sound.
  pose proof (decided_two_sound _ _ _ H1 n b c p L P P' Q) as E1.
  pose proof (decided_two_sound _ _ _ H2 n b c p L P P' Q) as E2. unfold Sub in E1, E2. cbn [value] in E1, E2.
  apply Qle_antisym; lra.
Qed.
End Decided.

(* --- Proofs that are looked up by the ranking, and those of a sum of absolute values. -------------------------------- *)
Fixpoint ranking_eqb (a b : ranking) : bool :=
  match a, b with [], [] => true | x :: a', y :: b' => Nat.eqb x y && ranking_eqb a' b' | _, _ => false end.
Fixpoint listed (l : list (ranking * proof)) (b : ranking) : proof :=
  match l with [] => Leaf [] [] | (a, t) :: rest => if ranking_eqb a b then t else listed rest b end.
Definition form (l : list (Q * (nat * nat))) : poly := map (fun '(c, v) => ([v], c)) l.
Fixpoint index (n k x y z : nat) (l : list (nat * (nat * nat))) : nat :=
  match l with
  | [] => k
  | (x', (y', z')) :: rest =>
      if Nat.eqb x x' && Nat.eqb y y' && Nat.eqb z z' then k else index n (S k) x y z rest
  end.
(* mu times D x y + D y z - D x z *)
Definition times (mu : Q) (n x y z : nat) : poly * nat := ([([], mu)], index n 0 x y z (triples n)).
(* |u| <= |v| + |w| for each item, where the distance is a sum of coefficients times absolute values *)
Definition termwise (coefficient : nat -> expr) (inside : ranking -> ranking -> nat -> expr) (b c : ranking) : proof :=
  let a := identity (length b) in
  fold_right (fun x rest => Triangle (poly_of (coefficient x)) (poly_of (inside a c x)) (poly_of (inside a b x))
    (poly_of (inside b c x)) rest) (Leaf [] []) a.
