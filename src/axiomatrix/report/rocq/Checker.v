(* A checker of inequalities between expressions, proved right: what it accepts holds.

   Nothing in this file has to be believed, the kernel checks all of it. *)
Require Import List Arith Bool Permutation QArith Qabs Lia Lqa.
From Axiomatrix Require Import Rankings.
Import ListNotations.
Open Scope Q_scope.

(* --- The checker: polynomials, absolute values, and what proves that an expression is not negative. -------------- *)
Definition monomial := list (nat * nat).
Definition poly := list (monomial * Q).

Definition vmono (p : nat -> nat -> Q) (m : monomial) : Q := fold_right (fun v r => p (fst v) (snd v) * r) 1 m.
Definition vpoly (p : nat -> nat -> Q) (f : poly) : Q := fold_right (fun t r => snd t * vmono p (fst t) + r) 0 f.

Definition var_eqb (v w : nat * nat) : bool := Nat.eqb (fst v) (fst w) && Nat.eqb (snd v) (snd w).
Definition var_leb (v w : nat * nat) : bool :=
  Nat.ltb (fst v) (fst w) || (Nat.eqb (fst v) (fst w) && Nat.leb (snd v) (snd w)).
Fixpoint mono_eqb (m k : monomial) : bool :=
  match m, k with [], [] => true | v :: m', w :: k' => var_eqb v w && mono_eqb m' k' | _, _ => false end.
Fixpoint put (v : nat * nat) (m : monomial) : monomial :=
  match m with [] => [v] | w :: m' => if var_leb v w then v :: m else w :: put v m' end.
Definition mono_mul (m k : monomial) : monomial := fold_right put k m.
Fixpoint insert (m : monomial) (c : Q) (f : poly) : poly :=
  match f with
  | [] => if Qeq_bool c 0 then [] else [(m, c)]
  | (k, d) :: f' =>
      if mono_eqb m k then (let s := Qred (c + d) in if Qeq_bool s 0 then f' else (k, s) :: f')
      else (k, d) :: insert m c f'
  end.
Definition constant (c : Q) : poly := insert [] c [].
Definition padd (f g : poly) : poly := fold_right (fun t r => insert (fst t) (snd t) r) g f.
Definition pmul (f g : poly) : poly :=
  fold_right (fun t r => fold_right (fun u s => insert (mono_mul (fst t) (fst u)) (Qred (snd t * snd u)) s) r g) [] f.
Definition pneg (f : poly) : poly := map (fun t => (fst t, - snd t)) f.
Definition peq (f g : poly) : bool := match padd f (pneg g) with [] => true | _ => false end.
Definition nonneg (f : poly) : bool := forallb (fun t => Qle_bool 0 (snd t)) f.
Definition pabs (f : poly) : poly := map (fun t => (fst t, Qabs (snd t))) f.

Definition flat := (poly * list (poly * poly))%type.
Definition vabs (p : nat -> nat -> Q) (l : list (poly * poly)) : Q :=
  fold_right (fun t r => vpoly p (fst t) * Qabs (vpoly p (snd t)) + r) 0 l.
Definition vflat (p : nat -> nat -> Q) (f : flat) : Q := vpoly p (fst f) + vabs p (snd f).

Fixpoint put_abs (c q : poly) (l : list (poly * poly)) : list (poly * poly) :=
  match l with
  | [] => [(c, q)]
  | (d, r) :: l' => if peq q r || peq (pneg q) r then (padd c d, r) :: l' else (d, r) :: put_abs c q l'
  end.
Definition add_abs (l m : list (poly * poly)) := fold_right (fun t r => put_abs (fst t) (snd t) r) m l.

Fixpoint flatten (e : expr) : option flat :=
  match e with
  | Const q => Some (constant q, [])
  | Var i j => Some ([([(i, j)], 1)], [])
  | Add x y =>
      match flatten x, flatten y with
      | Some (f, l), Some (g, m) => Some (padd f g, add_abs l m)
      | _, _ => None
      end
  | Mul x y =>
      match flatten x, flatten y with
      | Some (f, []), Some (g, m) => Some (pmul f g, map (fun t => (pmul f (fst t), snd t)) m)
      | _, _ => None
      end
  | Abs x => match flatten x with Some (f, []) => Some ([], [(constant 1, f)]) | _ => None end
  end.

(* A proof that a sum is not negative: s |q| or less for |q|, multipliers of what the space says, cases, triangles. *)
Inductive proof :=
  | Leaf (signs : list (poly * Q)) (multipliers : list (poly * nat))
  | Split (q : poly) (above below : proof)
  | Triangle (c u v w : poly) (rest : proof).

Fixpoint sign_of (signs : list (poly * Q)) (q : poly) : Q :=
  match signs with
  | [] => 0
  | (r, s) :: rest => if peq q r then s else if peq (pneg q) r then - s else sign_of rest q
  end.

Fixpoint below (signs : list (poly * Q)) (l : list (poly * poly)) : option poly :=
  match l with
  | [] => Some []
  | (c, q) :: rest =>
      match below signs rest with
      | None => None
      | Some f =>
          if nonneg q then Some (padd (pmul c q) f)
          else if nonneg (pneg q) then Some (padd (pmul c (pneg q)) f)
          else if nonneg c then
            (let s := sign_of signs q in
             if Qle_bool (-1) s && Qle_bool s 1 then Some (padd (pmul c (pmul (constant s) q)) f) else None)
          else if nonneg (pneg c) then Some (padd (pmul c (pabs q)) f)
          else None
      end
  end.

Fixpoint minus_multiples (facets : list poly) (ms : list (poly * nat)) (f : poly) : option poly :=
  match ms with
  | [] => Some f
  | (m, k) :: rest =>
      if nonneg m then
        match minus_multiples facets rest f with
        | Some g => Some (padd (pneg (pmul m (nth k facets []))) g)
        | None => None
        end
      else None
  end.

Fixpoint resolve (q f : poly) (l : list (poly * poly)) : flat :=
  match l with
  | [] => (f, [])
  | (c, r) :: rest =>
      let (g, m) := resolve q f rest in
      if peq r q || peq (pneg r) q then (padd (pmul c q) g, m) else (g, (c, r) :: m)
  end.

Definition is_sum (u v w : poly) : bool :=
  peq u (padd v w) || peq u (padd v (pneg w)) || peq u (padd (pneg v) w) || peq u (padd (pneg v) (pneg w)).

Fixpoint check (facets : list poly) (f : flat) (t : proof) : bool :=
  match t with
  | Leaf signs ms =>
      match below signs (snd f) with
      | None => false
      | Some g => match minus_multiples facets ms (padd (fst f) g) with Some h => nonneg h | None => false end
      end
  | Split q a b =>
      check (q :: facets) (resolve q (fst f) (snd f)) a && check (pneg q :: facets) (resolve (pneg q) (fst f) (snd f)) b
  | Triangle c u v w rest =>
      nonneg c && is_sum u v w &&
      check facets (fst f, put_abs c u (put_abs (pneg c) v (put_abs (pneg c) w (snd f)))) rest
  end.

Definition proves (facets : list poly) (e : expr) (t : proof) : bool :=
  match flatten e with Some f => check facets f t | None => false end.

(* --- The checker is right. ------------------------------------------------------------------------------------------ *)
Section Sound.
Local Arguments Qred : simpl never.
Local Arguments Qplus : simpl never.
Local Arguments Qmult : simpl never.
Local Arguments Qopp : simpl never.
Local Arguments Qabs : simpl never.
Variable p : nat -> nat -> Q.
Hypothesis positive : forall i j, 0 <= p i j.
Notation vm := (vmono p).
Notation vp := (vpoly p).

Lemma mono_eqb_sound : forall m k, mono_eqb m k = true -> vm m = vm k.
Proof.
  induction m as [|[i j] m IH]; intros [|[i' j'] k]; simpl; try discriminate; auto.
  unfold var_eqb; simpl. rewrite !andb_true_iff, !Nat.eqb_eq. intros [[-> ->] H]. now rewrite (IH k H).
Qed.
Lemma put_sound : forall v m, vm (put v m) == p (fst v) (snd v) * vm m.
Proof. induction m as [|w m IH]; simpl; [reflexivity|]. destruct (var_leb v w); simpl; [reflexivity|]. rewrite IH. ring. Qed.
Lemma mono_mul_sound : forall m k, vm (mono_mul m k) == vm m * vm k.
Proof. induction m as [|v m IH]; intros k; simpl; [ring|]. fold (mono_mul m k). rewrite put_sound, IH. ring. Qed.
Lemma insert_sound : forall m c f, vp (insert m c f) == c * vm m + vp f.
Proof.
  induction f as [|[k d] f IH]; cbn [insert].
  - destruct (Qeq_bool c 0) eqn:E; simpl; [apply Qeq_bool_eq in E; rewrite E; ring | ring].
  - destruct (mono_eqb m k) eqn:E.
    + apply mono_eqb_sound in E. cbv zeta. destruct (Qeq_bool (Qred (c + d)) 0) eqn:Z.
      * apply Qeq_bool_eq in Z. simpl. rewrite E.
        assert (Z' : c + d == 0) by (transitivity (Qred (c + d)); [symmetry; apply Qred_correct | exact Z]).
        setoid_replace (c * vm k + (d * vm k + vp f)) with ((c + d) * vm k + vp f) by ring. rewrite Z'. ring.
      * change (Qred (c + d) * vm k + vp f == c * vm m + (d * vm k + vp f)). rewrite Qred_correct, E. ring.
    + simpl. rewrite IH. ring.
Qed.
Lemma constant_sound : forall c, vp (constant c) == c.
Proof. intros c. unfold constant. rewrite insert_sound. simpl. ring. Qed.
Lemma padd_sound : forall f g, vp (padd f g) == vp f + vp g.
Proof. induction f as [|[m c] f IH]; intros g; simpl; [ring|]. fold (padd f g). rewrite insert_sound, IH. ring. Qed.
Lemma pmul_sound : forall f g, vp (pmul f g) == vp f * vp g.
Proof.
  induction f as [|[m c] f IH]; intros g; simpl; [ring|]. fold (pmul f g).
  assert (H : forall h r, vp (fold_right (fun u s => insert (mono_mul m (fst u)) (Qred (c * snd u)) s) r h)
              == c * vm m * vp h + vp r).
  { induction h as [|[k d] h IHh]; intros r; simpl; [ring|].
    rewrite insert_sound, IHh, mono_mul_sound, Qred_correct. ring. }
  rewrite H, IH. ring.
Qed.
Lemma pneg_sound : forall f, vp (pneg f) == - vp f.
Proof. induction f as [|[m c] f IH]; simpl; [ring|]. fold (pneg f). rewrite IH. ring. Qed.
Lemma peq_sound : forall f g, peq f g = true -> vp f == vp g.
Proof.
  unfold peq. intros f g H. pose proof (padd_sound f (pneg g)) as E. destruct (padd f (pneg g)); [|discriminate].
  rewrite pneg_sound in E. simpl in E. lra.
Qed.
Lemma vm_nonneg : forall m, 0 <= vm m.
Proof. induction m as [|v m IH]; simpl; [lra|]. apply Qmult_le_0_compat; auto. Qed.
Lemma nonneg_sound : forall f, nonneg f = true -> 0 <= vp f.
Proof.
  induction f as [|[m c] f IH]; simpl; [lra|]. rewrite andb_true_iff, Qle_bool_iff. intros [H1 H2].
  pose proof (Qmult_le_0_compat c (vm m) H1 (vm_nonneg m)). specialize (IH H2). lra.
Qed.
Lemma pabs_sound : forall f, Qabs (vp f) <= vp (pabs f).
Proof.
  induction f as [|[m c] f IH]; simpl; [apply Qle_refl|]. fold (pabs f).
  eapply Qle_trans; [apply Qabs_triangle|]. rewrite Qabs_Qmult, (Qabs_pos (vm m)) by apply vm_nonneg. lra.
Qed.
Lemma same_abs : forall q r, peq q r || peq (pneg q) r = true -> Qabs (vp q) == Qabs (vp r).
Proof.
  intros q r H. apply orb_true_iff in H as [H|H]; apply peq_sound in H; rewrite <- H; [reflexivity|].
  now rewrite pneg_sound, Qabs_opp.
Qed.
Lemma put_abs_sound : forall c q l, vabs p (put_abs c q l) == vp c * Qabs (vp q) + vabs p l.
Proof.
  induction l as [|[d r] l IH]; cbn [put_abs]; [simpl; ring|].
  destruct (peq q r || peq (pneg q) r) eqn:E; simpl.
  - rewrite padd_sound, (same_abs _ _ E). ring.
  - rewrite IH. ring.
Qed.
Lemma add_abs_sound : forall l m, vabs p (add_abs l m) == vabs p l + vabs p m.
Proof. induction l as [|[c q] l IH]; intros m; simpl; [ring|]. fold (add_abs l m). rewrite put_abs_sound, IH. ring. Qed.

Lemma flatten_sound : forall e f, flatten e = Some f -> value p e == vflat p f.
Proof.
  unfold vflat. induction e as [q|i j|x IHx y IHy|x IHx y IHy|x IHx]; intros f H; cbn [flatten] in H.
  - injection H as <-. cbn [fst snd]. rewrite constant_sound. simpl. ring.
  - injection H as <-. simpl. ring.
  - destruct (flatten x) as [[f1 l1]|]; [|discriminate]. destruct (flatten y) as [[f2 l2]|]; [|discriminate].
    injection H as <-. cbn [fst snd value]. rewrite padd_sound, add_abs_sound.
    rewrite (IHx _ eq_refl), (IHy _ eq_refl). cbn [fst snd]. ring.
  - destruct (flatten x) as [[f1 [|]]|]; try discriminate. destruct (flatten y) as [[f2 l2]|]; [|discriminate].
    injection H as <-. cbn [fst snd value]. rewrite pmul_sound, (IHx _ eq_refl), (IHy _ eq_refl). cbn [fst snd].
    assert (E : vabs p (map (fun t => (pmul f1 (fst t), snd t)) l2) == vp f1 * vabs p l2).
    { clear. induction l2 as [|[c q] l IH]; simpl; [ring|]. rewrite IH, pmul_sound. ring. }
    rewrite E. simpl. ring.
  - destruct (flatten x) as [[f1 [|]]|]; try discriminate. injection H as <-. cbn [fst snd value].
    rewrite (IHx _ eq_refl). cbn [fst snd vabs fold_right]. rewrite constant_sound.
    setoid_replace (vp f1 + vabs p []) with (vp f1) by (simpl; ring). simpl. ring.
Qed.

Lemma scaled_below : forall s x, -1 <= s -> s <= 1 -> s * x <= Qabs x.
Proof. intros s x H1 H2. apply (Qabs_case x (fun y => s * x <= y)); intros; nra. Qed.

Lemma below_sound : forall signs l f, below signs l = Some f -> vp f <= vabs p l.
Proof.
  induction l as [|[c q] l IH]; intros f H; cbn [below] in H.
  - injection H as <-. simpl. lra.
  - destruct (below signs l) as [g|]; [|discriminate]. specialize (IH g eq_refl). simpl.
    destruct (nonneg q) eqn:Hq.
    { injection H as <-. rewrite padd_sound, pmul_sound, Qabs_pos by now apply nonneg_sound. lra. }
    destruct (nonneg (pneg q)) eqn:Hq'.
    { injection H as <-. apply nonneg_sound in Hq'. rewrite padd_sound, pmul_sound, pneg_sound in *.
      rewrite Qabs_neg by lra. lra. }
    destruct (nonneg c) eqn:Hc.
    { cbv zeta in H. destruct (Qle_bool (-1) (sign_of signs q) && Qle_bool (sign_of signs q) 1) eqn:S; [|discriminate].
      injection H as <-. apply andb_true_iff in S as [S1 S2]. rewrite Qle_bool_iff in S1, S2.
      apply nonneg_sound in Hc. rewrite padd_sound, !pmul_sound, constant_sound.
      pose proof (scaled_below _ (vp q) S1 S2). set (t := sign_of signs q) in *.
      assert (vp c * (t * vp q) <= vp c * Qabs (vp q)) by (rewrite !(Qmult_comm (vp c)); apply Qmult_le_compat_r; auto).
      lra. }
    destruct (nonneg (pneg c)) eqn:Hc'; [|discriminate]. injection H as <-.
    apply nonneg_sound in Hc'. rewrite pneg_sound in Hc'. rewrite padd_sound, pmul_sound. pose proof (pabs_sound q).
    assert (- vp c * Qabs (vp q) <= - vp c * vp (pabs q)) by (rewrite !(Qmult_comm (- vp c)); apply Qmult_le_compat_r; auto).
    lra.
Qed.

Lemma minus_multiples_sound : forall facets ms f g,
  (forall h, In h facets -> 0 <= vp h) -> minus_multiples facets ms f = Some g -> vp g <= vp f.
Proof.
  intros facets ms f. induction ms as [|[m k] ms IH]; intros g F H; cbn [minus_multiples] in H.
  - injection H as <-. lra.
  - destruct (nonneg m) eqn:M; [|discriminate]. destruct (minus_multiples facets ms f) as [h|]; [|discriminate].
    injection H as <-. specialize (IH h F eq_refl). rewrite padd_sound, pneg_sound, pmul_sound.
    assert (0 <= vp (nth k facets [])).
    { destruct (nth_in_or_default k facets []) as [I| ->]; [now apply F|simpl; lra]. }
    pose proof (Qmult_le_0_compat _ _ (nonneg_sound m M) H). lra.
Qed.

Lemma resolve_sound : forall q f l, 0 <= vp q -> vflat p (resolve q f l) == vp f + vabs p l.
Proof.
  unfold vflat. intros q f l P. induction l as [|[c r] l IH]; [simpl; ring|].
  cbn [resolve]. destruct (resolve q f l) as [g m]. cbn [fst snd] in IH.
  destruct (peq r q || peq (pneg r) q) eqn:E; cbn [fst snd vabs fold_right]; fold (vabs p m); fold (vabs p l).
  - rewrite padd_sound, pmul_sound, (same_abs _ _ E), Qabs_pos by exact P. rewrite (Qplus_comm _ (vp g)). 
    setoid_replace (vp g + vp c * vp q + vabs p m) with (vp c * vp q + (vp g + vabs p m)) by ring. rewrite IH. ring.
  - setoid_replace (vp g + (vp c * Qabs (vp r) + vabs p m)) with (vp c * Qabs (vp r) + (vp g + vabs p m)) by ring.
    rewrite IH. ring.
Qed.

Lemma is_sum_sound : forall u v w, is_sum u v w = true -> Qabs (vp u) <= Qabs (vp v) + Qabs (vp w).
Proof.
  unfold is_sum. intros u v w H. rewrite !orb_true_iff in H.
  destruct H as [[[H|H]|H]|H]; apply peq_sound in H; rewrite H, padd_sound, ?pneg_sound;
    (eapply Qle_trans; [apply Qabs_triangle|]); rewrite ?Qabs_opp; lra.
Qed.

Lemma check_sound : forall t facets f,
  (forall h, In h facets -> 0 <= vp h) -> check facets f t = true -> 0 <= vflat p f.
Proof.
  induction t as [signs ms|q a IHa b IHb|c u v w rest IH]; intros facets f F H; cbn [check] in H.
  - unfold vflat. destruct (below signs (snd f)) as [g|] eqn:B; [|discriminate].
    destruct (minus_multiples facets ms (padd (fst f) g)) as [h|] eqn:M; [|discriminate].
    apply below_sound in B. apply minus_multiples_sound in M; [|exact F]. apply nonneg_sound in H.
    rewrite padd_sound in M. lra.
  - apply andb_true_iff in H as [H1 H2]. unfold vflat. destruct (Qlt_le_dec (vp q) 0) as [L|L].
    + assert (P : 0 <= vp (pneg q)) by (rewrite pneg_sound; lra).
      rewrite <- (resolve_sound (pneg q) (fst f) (snd f) P). apply (IHb (pneg q :: facets)); [|exact H2].
      intros h [<-|I]; auto.
    + rewrite <- (resolve_sound q (fst f) (snd f) L). apply (IHa (q :: facets)); [|exact H1]. intros h [<-|I]; auto.
  - rewrite !andb_true_iff in H. destruct H as [[H1 H2] H3]. apply IH in H3; [|exact F]. unfold vflat in *.
    cbn [fst snd] in H3. rewrite !put_abs_sound, pneg_sound in H3. apply nonneg_sound in H1. apply is_sum_sound in H2.
    assert (vp c * Qabs (vp u) <= vp c * (Qabs (vp v) + Qabs (vp w)))
      by (rewrite !(Qmult_comm (vp c)); apply Qmult_le_compat_r; auto).
    lra.
Qed.

Lemma proves_sound : forall facets e t,
  (forall h, In h facets -> 0 <= vp h) -> proves facets e t = true -> 0 <= value p e.
Proof.
  unfold proves. intros facets e t F H. destruct (flatten e) as [f|] eqn:E; [|discriminate].
  rewrite (flatten_sound e f E). now apply (check_sound t facets).
Qed.
End Sound.
