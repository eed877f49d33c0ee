"""Japanese words: spellings, particles, synonyms of calls, words that give a value its role."""

from __future__ import annotations

from callproof.spoken.wording.lexicon import Lexicon, groups, pairs, phrases, words

LEXICON = Lexicon(
    code="ja",
    hesitation=r"え+ー*っ?と+ー*|ええと+ー*|あの+ー+|う+ー*ん+と*|えーっと|そのー+|まあー+|んー+|あー+|えー+",
    fillers=phrases("えっと, えーと, ええと, あのう, なんか, まあ"),
    variants=pairs(
        "下さい=ください, 致します=いたします, 頂き=いただき, 頂け=いただけ, 有難う=ありがとう, 有り難う=ありがとう, 御座います=ございます, "
        "出来ま=できま, 出来る=できる, 欲しい=ほしい, 宜しく=よろしく, お願い=おねがい, 御願い=おねがい, 分かりま=わかりま, "
        "判りま=わかりま, 無い=ない, 良い=いい, 何時=いつ, 此方=こちら, 今日は=きょうは, 事=こと, 時=とき, 為=ため, 私=わたし, 達=たち, "
        "キャンセル=取消, 取り消し=取消, 取消し=取消, 取り消=取消, 申込み=申込, 申し込み=申込, 受付け=受付, 受け付け=受付, 問合せ=問合, "
        "問い合わせ=問合, 払戻し=払戻, 払い戻し=払戻, 振込み=振込, 振り込み=振込, コンピュータ=コンピューター, サーバ=サーバー, "
        "メイル=メール, Eメール=メール, けっこう=結構, ひとり=一人, ふたり=二人, ぐらい=くらい"
    ),
    synonyms=groups(
        (
            "たい, たいです, たいのですが, たいんですが, ほしい, ほしいです, てください, おねがいします, おねがいいたします, てもらえますか, ていただけますか",
            "取消, キャンセル",
            "払戻, 返金",
            "予約, ブッキング",
            "変更, 変え",
            "確認, チェック",
            "送っ, 送信, 発送",
            "電話, 通話",
            "受け取, 受領",
            "買, 購入",
            "もしもし, こんにちは, おはようございます, こんばんは",
            "はい, ええ, そうです",
            "くらい, ほど, 約, およそ",
        )
    ),
    light=words(
        "は が を に へ と で も の か ね よ な や から まで です ます でした ました ください おねがいします いたします します して した する "
        "ですか ますか ですね ますね のです んです なのですが のですが んですが ですが けど けれど ので こと これ それ あれ この その あの ここ そこ "
        "わたし わたしの ぼく こちら ありがとう ございます ありがとうございます どうも すみません もしもし こんにちは おはようございます "
        "いただけますか もらえますか ていただけますか てもらえますか てください たい たいです たいのですが たいんですが でございます だ である いる い て って"
    ),
    roles_after=pairs(
        "から=way:from, より=way:from, まで=way:to, へ=way:to, 前=when:before, まえ=when:before, 後=when:after, 以降=when:after, "
        "以上=size:least, 以下=size:most, 未満=size:most, 以内=size:most, 過ぎ=when:after, の前=when:before, の後=when:after"
    ),
    roles_before=pairs("最低=size:least, 少なくとも=size:least, 最大=size:most, 多くても=size:most"),
    negates_backwards=True,
    by_character=True,
    spaced=False,
    answers=words("いいえ いえ"),
)
